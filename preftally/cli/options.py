"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli.complete import players
from preftally.cli.numbers import positive
from preftally.lang import _
from preftally.session.file import native

SessionOption = Annotated[
    Path | None,
    typer.Option(
        "--session",
        "-s",
        metavar="FILE",
        parser=native,
        help=_("The session file; else $PREFTALLY_SESSION, else preftally.toml in this folder."),
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]
DryRunOption = Annotated[
    bool,
    typer.Option("--dry-run", "-n", help=_("Show what would be written, and write nothing.")),
]
NoteOption = Annotated[
    str, typer.Option("--note", metavar="TEXT", help=_("A note, kept with the entry."))
]
ByOption = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="PLAYER",
        help=_("Who declared."),
        autocompletion=players,
        show_default=False,
    ),
]
WhistOption = Annotated[
    list[str] | None,
    typer.Option(
        "--whist",
        metavar="PLAYER[=TRICKS]",
        help=_("Who whisted, with his tricks where both did. May be repeated."),
        autocompletion=players,
    ),
]
PassOption = Annotated[
    list[str] | None,
    typer.Option(
        "--pass",
        metavar="PLAYER",
        help=_("Who passed. May be repeated."),
        autocompletion=players,
    ),
]
HalfOption = Annotated[
    list[str] | None,
    typer.Option(
        "--half",
        metavar="PLAYER",
        help=_("Who took a half-whist, on six or seven."),
        autocompletion=players,
    ),
]
ConcedeOption = Annotated[
    bool, typer.Option("--concede", help=_("Given up before play: without three."))
]
DealerOption = Annotated[
    str,
    typer.Option(
        "--dealer",
        metavar="PLAYER",
        help=_("Who dealt; the deal goes on from him."),
        autocompletion=players,
        show_default=False,
    ),
]
TalonOption = Annotated[
    str,
    typer.Option(
        "--talon",
        metavar="CARDS",
        help=_("Good cards of the talon: A, AK, AA or KQ (key talon.bonus)."),
        show_default=False,
    ),
]
TimesOption = Annotated[
    str,
    typer.Option(
        "--times",
        metavar="N",
        help=_("The hand counts so many times: a dark game, a bomb."),
        show_default=False,
    ),
]
PoolOption = Annotated[
    str,
    typer.Option("--pool", metavar="N", help=_("Points of the pool."), show_default=False),
]
MountainOption = Annotated[
    str,
    typer.Option("--mountain", metavar="N", help=_("Points of the mountain."), show_default=False),
]
WhistsOption = Annotated[
    str,
    typer.Option(
        "--whists", metavar="N", help=_("Whists, on the player of --on."), show_default=False
    ),
]
OnOption = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLAYER",
        help=_("On whom the whists are written."),
        autocompletion=players,
        show_default=False,
    ),
]
StakeOption = Annotated[
    str | None,
    typer.Option(
        "--stake",
        metavar="MONEY",
        show_default=False,
        help=_("What a whist is worth in money: 0.5 or 0,5."),
    ),
]
# How many actions `undo` and `redo` mean: by a bare word, or by the option.
TimesArgument = Annotated[
    int | None,
    typer.Argument(metavar="[N]", parser=positive, help=_("How many actions."), show_default=False),
]
CountOption = Annotated[
    int | None,
    typer.Option("--count", metavar="N", parser=positive, help=_("The same."), show_default=False),
]
