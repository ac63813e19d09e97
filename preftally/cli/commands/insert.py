"""`preftally insert`: record a hand that was forgotten."""

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
    NoteOption,
    OnOption,
    PassOption,
    PoolOption,
    SessionOption,
    TalonOption,
    TimesOption,
    WhistOption,
    WhistsOption,
)
from preftally.cli.recording import meant, now
from preftally.evening.evening import Changed, Evening
from preftally.lang import _
from preftally.notation.grammar import Said, spoken, together
from preftally.session import edit
from preftally.views import hands

HELP = _(
    "Record a hand that was forgotten. Before entry N, in the same words as hand; the later "
    "hands are replayed. Refused if one of them could then not be."
)
EXAMPLES = ("preftally insert 3 7S 6 --whist W --pass E",)


def command(
    number: Annotated[
        int,
        typer.Argument(metavar="N", parser=positive, help=_("Before which entry, as log counts.")),
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
    note: NoteOption = "",
    pool: PoolOption = "",
    mountain: MountainOption = "",
    whists: WhistsOption = "",
    on: OnOption = "",
    session: SessionOption = None,
) -> None:
    """Put the entry in its place."""
    options = Said(
        (), by, whist or (), passed or (), half or (), concede, dealer, talon, note,
        pool, mountain, whists, on, times,
    )  # fmt: skip
    said = together(spoken(words or ()), options)

    def change(evening: Evening) -> Changed:
        records = evening.session.records
        if number != len(records) + 1:
            entry(evening, number)
        new = meant(said, before(evening, number).table)._replace(at=now())
        changed = (*records[: number - 1], new, *records[number - 1 :])
        return Changed(edit.inserted(evening.session, number, new), changed, number)

    was, after = mend(session, change)
    output.say(f"{number}. {hands.sentence(after.session.records[number - 1].hand)}.")
    show_changes(was, after, number)
    way_back(session, "drop", number)
