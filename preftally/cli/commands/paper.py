"""`preftally paper`: a sheet that was written on paper, settled and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli.complete import conventions, keys
from preftally.cli.numbers import positive
from preftally.cli.options import JsonOption, StakeOption
from preftally.cli.stake import agreed
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.session.file import native

HELP = _(
    "Settle and check a sheet that was written on paper. FILE holds its columns; --form writes "
    "one to fill in, and without a file the figures are asked for. What cannot be is named, and "
    "with --hands where the paper first parts from a session, and which rule it followed."
)
EXAMPLES = (
    "preftally paper --form three.toml --players Anna,Boris,Vera --convention rostov",
    "preftally paper sheet.toml --stake 0.5",
    "preftally paper sheet.toml --hands preftally.toml",
)


def command(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", parser=native, show_default=False, help=_("The paper sheet.")
        ),
    ] = None,
    form: Annotated[
        Path | None,
        typer.Option(
            "--form", metavar="FILE", parser=native, show_default=False,
            help=_("Write an empty sheet to fill in; - is stdout."),
        ),
    ] = None,
    hands: Annotated[
        Path | None,
        typer.Option(
            "--hands", metavar="SESSION", parser=native, show_default=False,
            help=_("Compare with the hands of a session."),
        ),
    ] = None,
    stake: StakeOption = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", metavar="FILE", parser=native, show_default=False,
            help=_("Write the figures that were asked for to a file."),
        ),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players", "-p", metavar="A,B,C[,D]", show_default=False,
            help=_("The players clockwise, by commas."),
        ),
    ] = "",
    four: Annotated[bool, typer.Option("--four", help=_("Four players: W, N, E, S."))] = False,
    convention: Annotated[
        str | None,
        typer.Option(
            "--convention", "-c", metavar="NAME|FILE", autocompletion=conventions,
            show_default=False, help=_("A built-in convention, or a house's own TOML file."),
        ),
    ] = None,
    pool: Annotated[
        int | None,
        typer.Option(
            "--pool", metavar="POINTS", parser=positive, show_default=False,
            help=_("The pool that each must reach."),
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", autocompletion=keys,
            help=_("A rule of this table, as whist.style=gentleman. May be repeated."),
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:  # fmt: skip
    """Write a form; or settle a sheet, check it, and lay it beside the hands."""
    price, price_text = agreed(stake)
    from preftally.cli import papers

    if file is not None:
        given = {
            "--players": players, "--four": four, "--convention": convention, "--pool": pool,
            "--set": rules, "--save": save, "--form": form,
        }  # fmt: skip
        papers.refuse_said([name for name, value in given.items() if value], file)
        return papers.show(papers.loaded(file), hands, price, price_text, as_json=as_json)
    if form is not None and (hands or save or stake or as_json):
        raise WrongUsage(
            _("--form writes an empty sheet, and does nothing else"), _("leave the others out")
        )
    begun = papers.begun(players, convention, pool, rules or [], hands, four=four)
    if form is not None:
        return papers.write_form(begun, form)
    asked = papers.asked(begun, save)
    return papers.show(asked, hands, price, price_text, as_json=as_json)
