"""`preftally edit`: say an entry again, as it should have been."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import hand_words
from preftally.cli.mending import before, entry, mend, show_changes, way_back
from preftally.cli.numbers import positive
from preftally.cli.options import (
    ByOption,
    ConcedeOption,
    DealerOption,
    HalfOption,
    MountainOption,
    OnOption,
    PassOption,
    PoolOption,
    SessionOption,
    TalonOption,
    TimesOption,
    WhistOption,
    WhistsOption,
)
from preftally.cli.recording import meant
from preftally.engine.model import Table, is_dealt, is_played
from preftally.errors import WrongUsage
from preftally.evening.evening import Changed, Evening
from preftally.lang import _
from preftally.notation import names
from preftally.notation.grammar import Said, spoken, together
from preftally.notation.meaning import coefficient
from preftally.session import edit
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


def command(
    number: Annotated[
        int, typer.Argument(metavar="N", parser=positive, help=_("The entry, as log counts."))
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CONTRACT [TRICKS]",
            help=_("As for hand."),
            show_default=False,
            autocompletion=hand_words,
        ),
    ] = None,
    by: ByOption = "",
    whist: WhistOption = None,
    passed: PassOption = None,
    half: HalfOption = None,
    concede: ConcedeOption = False,
    dealer: DealerOption = "",
    talon: TalonOption = "",
    times: TimesOption = "",
    note: Annotated[
        str | None,
        typer.Option(
            "--note",
            metavar="TEXT",
            help=_("Another note; an empty one takes it away."),
            show_default=False,
        ),
    ] = None,
    pool: PoolOption = "",
    mountain: MountainOption = "",
    whists: WhistsOption = "",
    on: OnOption = "",
    session: SessionOption = None,
) -> None:
    """Replace the entry; its note and time stay unless others are said."""
    options = Said(
        (), by, whist or (), passed or (), half or (), concede, dealer, talon, note or "",
        pool, mountain, whists, on, times,
    )  # fmt: skip
    said = together(spoken(words or ()), options)

    def change(evening: Evening) -> Changed:
        old = entry(evening, number)
        table = before(evening, number).table
        only = said._replace(note="", dealer="", times="") == Said(())
        if only and (note is not None or dealer or times):
            new = _same_hand(old, said, table)
        else:
            new = meant(said, table)
        new = new._replace(at=old.at, note=new.note if new.note or note is not None else old.note)
        records = evening.session.records
        changed = (*records[: number - 1], new, *records[number:])
        return Changed(edit.replaced(evening.session, number, new), changed, number)

    was, now = mend(session, change)
    old, new = was.session.records[number - 1], now.session.records[number - 1]
    output.say(f"{number}. {hands.sentence(new.hand)}.")
    show_changes(was, now, number)
    # An entry keeps its note unless another is said, or an empty one.
    back = old._replace(note="") if old.note == new.note else old
    way_back(session, "edit", number, back, emptied=bool(new.note and not old.note))


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
