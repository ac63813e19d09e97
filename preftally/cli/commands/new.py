"""`preftally new`: agree on players, convention and pool, and begin a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import conventions, keys
from preftally.cli.numbers import positive
from preftally.cli.occasion import occasion
from preftally.cli.options import SessionOption
from preftally.engine.conventions import CONVENTIONS, Convention, differences
from preftally.errors import WrongUsage
from preftally.evening.begin import Begun, begin
from preftally.lang import _
from preftally.notation import manner
from preftally.notation.grammar import twice
from preftally.session.file import native

HELP = _(
    "Begin a session. It is a file that holds the agreement and, from then on, the hands; "
    "--read reads the agreement out. A session that is already there is never overwritten."
)
EXAMPLES = (
    "preftally new --convention sochi",
    "preftally new Anna Boris Vera",
    "preftally new --players Anna,Boris,Vera,Gleb --convention rostov --pool 30",
    "preftally new --from-paper sheet.toml --dealer E --all-passes 2",
    "preftally new --set 'all_pass.prices=[1, 2, 3]' --set whist.style=gentleman",
)


def command(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER]...", help=_("The players clockwise."), show_default=False),
    ] = None,
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
            help=_("A built-in convention, or a house's own TOML file."),
        ),
    ] = "sochi",
    pool: Annotated[
        int | None,
        typer.Option(
            "--pool",
            metavar="POINTS",
            parser=positive,
            show_default=False,
            help=_("The pool that each must reach; else 20, and 22 in races."),
        ),
    ] = None,
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
    date: Annotated[
        str,
        typer.Option(
            "--date",
            metavar="DAY",
            show_default=False,
            help=_("The day; else that of the first hand."),
        ),
    ] = "",
    place: Annotated[
        str,
        typer.Option("--place", metavar="TEXT", show_default=False, help=_("Where you play.")),
    ] = "",
    stake: Annotated[
        str | None,
        typer.Option(
            "--stake",
            metavar="MONEY",
            show_default=False,
            help=_("What a whist is worth in money: 0.5 or 0,5."),
        ),
    ] = None,
    read: Annotated[bool, typer.Option("--read", help=_("Read the whole agreement out."))] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help=_("Put a session that is there aside, under another name.")),
    ] = False,
    session: SessionOption = None,
) -> None:
    """Check the agreement, write the file, and say what was agreed."""
    if names and players:
        raise twice("--players")
    seated = ",".join(names or ()) or players
    if seated in CONVENTIONS:
        raise WrongUsage(
            _("{word} is a convention, and players are named here").format(word=seated),
            _("did you mean {near}?").format(near=f"--convention {seated}"),
        )
    told = occasion(date, place, stake)
    if from_paper is not None:
        from preftally.cli import papers

        begun = papers.begin_from(
            session, from_paper, dealer=dealer, all_passes=all_passes or 0, force=force,
            pool=pool,
            said=[name for name in _OF_PAPER if _is_given(context, _OF_PAPER[name])],
            occasion=told,
        )  # fmt: skip
    elif all_passes is not None:
        raise WrongUsage(
            _("--all-passes goes with --from-paper"), _("record all-passes as hands: pass …")
        )
    else:
        begun = begin(
            session, players=seated, convention=convention, pool=pool, dealer=dealer, four=four,
            rules=rules or [], force=force, occasion=told,
        )  # fmt: skip
    _show(begun, read=read)


def _show(begun: Begun, *, read: bool) -> None:
    """What was agreed: in one line where it is a built-in convention as it stands."""
    from preftally.views import agreement

    output.recorded()
    game = begun.game
    output.say(agreement.opening(game))
    if read or _differs(game.convention):
        for sentence in agreement.sentences(game.convention, len(game.players)):
            output.say(sentence)
    else:
        show = manner.command("conventions", "show")
        output.aside(_("To read the agreement: {command}").format(command=show))
    if begun.aside is not None:
        output.aside(_("The session that was there is now {path}.").format(path=begun.aside))


def _differs(convention: Convention) -> bool:
    return bool(differences(CONVENTIONS.get(convention.name, convention), convention))


# What a paper sheet says itself.
_OF_PAPER = {
    "PLAYER": "names", "--players": "players", "--four": "four", "--convention": "convention",
    "--set": "rules",
}  # fmt: skip


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option was typed, be it with its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
