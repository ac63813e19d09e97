"""`preftally new`: agree on players, convention and pool, and begin a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import conventions, keys
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption
from preftally.errors import WrongUsage
from preftally.evening.begin import begin
from preftally.lang import _
from preftally.session.file import native

HELP = _(
    "Begin a session. It is a file that holds the agreement and, from then on, the hands. "
    "A session that is already there is never overwritten."
)
EXAMPLES = (
    "preftally new --convention sochi",
    "preftally new --players Anna,Boris,Vera,Gleb --convention rostov --pool 30",
    "preftally new --from-paper sheet.toml --dealer E --all-passes 2",
    "preftally new --set 'all_pass.prices=[1, 2, 3]' --set whist.style=gentleman",
)


def command(
    context: typer.Context,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            "-p",
            metavar="A,B,C[,D]",
            help=_("The players clockwise, by commas."),
            show_default=False,
        ),
    ] = "",
    convention: Annotated[
        str,
        typer.Option(
            "--convention",
            "-c",
            metavar="NAME|FILE",
            autocompletion=conventions,
            help=_("sochi, sochi-online, rostov, leningrad, or a house's own TOML file."),
        ),
    ] = "sochi",
    pool: Annotated[
        int,
        typer.Option(
            "--pool", metavar="POINTS", parser=positive, help=_("The pool that each must reach.")
        ),
    ] = 20,
    dealer: Annotated[
        str,
        typer.Option(
            "--dealer",
            metavar="PLAYER",
            help=_("Who deals first; else the first player."),
            show_default=False,
        ),
    ] = "",
    four: Annotated[bool, typer.Option("--four", help=_("Four players: W, N, E, S."))] = False,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help=_("A rule of this table, as whist.style=gentleman. May be repeated."),
        ),
    ] = None,
    from_paper: Annotated[
        Path | None,
        typer.Option(
            "--from-paper",
            metavar="FILE",
            parser=native,
            show_default=False,
            help=_("Go on from a sheet that was written on paper."),
        ),
    ] = None,
    all_passes: Annotated[
        int | None,
        typer.Option(
            "--all-passes",
            metavar="K",
            parser=positive,
            show_default=False,
            help=_("With --from-paper: so many all-passes were the last hands of the series."),
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help=_("Put a session that is there aside, under another name.")),
    ] = False,
    session: SessionOption = None,
) -> None:
    """Check the agreement, write the file, and read the agreement out."""
    if from_paper is not None:
        from preftally.cli import papers

        agreed = papers.begin_from(
            session, from_paper, dealer=dealer, all_passes=all_passes or 0, force=force,
            pool=pool if _is_given(context, "pool") else None,
            said=[name for name in _OF_PAPER if _is_given(context, _OF_PAPER[name])],
        )  # fmt: skip
        output.say(agreed)
        return
    if all_passes is not None:
        raise WrongUsage(
            _("--all-passes goes with --from-paper"), _("record all-passes as hands: pass …")
        )
    agreed = begin(
        session, players=players, convention=convention, pool=pool, dealer=dealer, four=four,
        rules=rules or [], force=force,
    )  # fmt: skip
    output.say(agreed)


# What a paper sheet says itself.
_OF_PAPER = {
    "--players": "players", "--four": "four", "--convention": "convention", "--set": "rules",
}  # fmt: skip


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, be it with its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
