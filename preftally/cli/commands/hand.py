"""`preftally hand`: record one hand with one short line."""

from __future__ import annotations

from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import hand_words
from preftally.cli.options import (
    ByOption,
    ConcedeOption,
    DealerOption,
    DryRunOption,
    HalfOption,
    NoteOption,
    PassOption,
    SessionOption,
    TalonOption,
    TimesOption,
    WhistOption,
)
from preftally.cli.recording import show, show_recorded, take
from preftally.lang import _
from preftally.notation.grammar import Said, spoken, together

HELP = _(
    "Record a hand. Say the contract, what the declarer took, who whisted and who passed. "
    "The declarer is the one who is named as neither; --by says so outright."
)
EXAMPLES = (
    "preftally hand 7S 5 --whist W --pass E",
    "preftally hand 6D 7 --whist E=2 --whist S=1",
    "preftally hand misere 2 --by E",
    "preftally hand pass W=1 E=5 S=4",
)


def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CONTRACT [TRICKS]",
            help=_("7S 5, 6C, misere 0, pass W=1 E=5 S=4; or the short form: S 7S 5 W."),
            autocompletion=hand_words,
            show_default=False,
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
    dry_run: DryRunOption = False,
    session: SessionOption = None,
) -> None:
    """Understand the words, record the hand, and say what it wrote."""
    options = Said(
        (), by, whist or (), passed or (), half or (), concede, dealer, talon, note, times=times
    )
    said = together(spoken(words or ()), options)
    if dry_run:
        show(take(session, said))
        output.aside(_("Nothing was written: this was a dry run."))
    else:
        show_recorded(session, said)
