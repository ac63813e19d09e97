"""`preftally edit`: say an entry again, as it should have been."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.evening import Changed, Evening
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
    WhistOption,
    WhistsOption,
)
from preftally.lang import _
from preftally.session import edit
from preftally.session.said import Said, spoken, together
from preftally.session.words import understood
from preftally.views import hands

HELP = _(
    "Say an entry again. In the same words as hand; the later hands are replayed, and what "
    "changes is shown. Refused if a later hand could then not be."
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
        typer.Argument(metavar="CONTRACT [TRICKS]", help=_("As for hand."), show_default=False),
    ] = None,
    by: ByOption = "",
    whist: WhistOption = None,
    passed: PassOption = None,
    half: HalfOption = None,
    concede: ConcedeOption = False,
    dealer: DealerOption = "",
    talon: TalonOption = "",
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
        pool, mountain, whists, on,
    )  # fmt: skip
    said = together(spoken(words or ()), options)

    def change(evening: Evening) -> Changed:
        old = entry(evening, number)
        new = understood(said, before(evening, number).table)
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
    way_back("edit", number, back, emptied=bool(new.note and not old.note))
