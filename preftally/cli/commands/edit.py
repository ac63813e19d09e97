"""`preftally edit`: say an entry again, as it should have been."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli.answers import saying, show_done
from preftally.cli.entries import ENTRY, takes
from preftally.cli.numbers import positive
from preftally.cli.options import DryRunOption, SessionOption
from preftally.engine.model import Table, is_dealt, is_played
from preftally.errors import WrongUsage
from preftally.evening.change import proposed, write
from preftally.evening.edit import replacing
from preftally.evening.evening import opened
from preftally.evening.record import meant
from preftally.lang import _
from preftally.notation import names
from preftally.notation.grammar import Said
from preftally.notation.meaning import coefficient
from preftally.session.hands import Record
from preftally.views import hands

HELP = _(
    "Say an entry again. In the same words as hand, --dealer too if it was said; or only "
    "--note or --dealer. The later hands are replayed, and what changes is shown. Refused "
    "if a later hand could then not be."
)
EXAMPLES = (
    "preftally edit 3 7S 6 --whist W --pass E",
    "preftally edit 8 adjust E --mountain 4",
)


@takes(ENTRY)
def command(
    number: Annotated[
        int, typer.Argument(metavar="N", parser=positive, help=_("The entry, as log counts."))
    ],
    said: Said,
    note: Annotated[
        str | None,
        typer.Option(
            "--note",
            metavar="TEXT",
            help=_("Another note; an empty one takes it away."),
            show_default=False,
        ),
    ] = None,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
) -> None:
    """Replace the entry; its note and time stay unless others are said."""
    emptied = note is not None
    nothing = said._replace(note="", dealer="", times="") == Said(())
    opens = nothing and not (emptied or said.dealer or said.times)
    typed = _typed(session, number) if opens else None

    def made(old: Record, table: Table) -> Record:
        if typed is not None:
            return typed
        new = _same_hand(old, said, table) if nothing else meant(said, table)
        return new._replace(at=old.at, note=new.note if new.note or emptied else old.note)

    change = replacing(number, made)
    done = proposed(session, change) if dry_run else write(session, change, "edit")
    old, new = done.before.entry(number), done.after.entry(number)
    # An entry keeps its note unless another is said, or an empty one.
    back = old._replace(note="") if old.note == new.note else old
    empty = ("--note", "") if new.note and not old.note else ()
    title = f"{number}. {hands.sentence(new.hand)}."
    show_done(session, done, title, saying(session, "edit", number, back, *empty), dry=dry_run)


def _typed(session: Path | None, number: int) -> Record:
    """The entry as it was left in an editor; meanwhile the session is nobody's."""
    from preftally.cli import editor  # only where an entry is opened as text

    evening = opened(session)
    evening.check()
    return editor.edited(evening.entry(number), evening.table_of(number))


def _same_hand(old: Record, said: Said, table: Table) -> Record:
    """The entry as it was, but for its note, its dealer or its coefficient."""
    hand = old.hand
    if said.dealer:
        if not is_dealt(hand):
            raise WrongUsage(_("nobody deals a correction"), _("leave --dealer out"))
        hand = hand._replace(dealer=names.find(said.dealer, table.players))
    if said.times:
        if not is_played(hand):
            raise WrongUsage(_("only a hand that was played counts"), _("leave --times out"))
        hand = hand._replace(times=coefficient(said.times))
    return old._replace(hand=hand, note=names.check_note(said.note))
