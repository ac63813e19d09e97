"""`preftally stats`: how people play, over many evenings."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer

from preftally.cli.numbers import positive
from preftally.cli.options import JsonOption
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.session.file import native

HELP = _(
    "Say how people play, over many evenings. PATH are session files, and folders with "
    "them; this folder, if none is named. people.toml in a folder says who is one person "
    "under several names."
)
EXAMPLES = (
    "preftally stats",
    "preftally stats --by convention --last 90d",
    "preftally stats --player W --rating",
    "preftally stats -o season.html",
)
GROUPS = ("player", "convention", "year", "month", "seat")


def _text(name: str, metavar: str, text: str) -> type[str]:
    return Annotated[  # type: ignore[return-value]
        str, typer.Option(name, metavar=metavar, help=text, show_default=False)
    ]


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...", parser=native, show_default=False,
            help=_("Session files, and folders with them."),
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar="player|convention|year|month|seat", show_default=False,
            help=_("The figures of each by themselves."),
        ),
    ] = "",
    since: Annotated[
        str,
        typer.Option(
            "--since", metavar="DAY", show_default=False,
            help=_("From this day on: 2026-11-28, 2026-11 or 2026."),
        ),
    ] = "",
    until: Annotated[
        str,
        typer.Option(
            "--until", metavar="DAY", show_default=False, help=_("Until this day, included.")
        ),
    ] = "",
    last: Annotated[
        str,
        typer.Option(
            "--last", metavar="90d", show_default=False,
            help=_("Only the last days: 90d, 12w, 6m, 2y."),
        ),
    ] = "",
    player: Annotated[
        str,
        typer.Option(
            "--player", metavar="NAME", show_default=False, help=_("One person's page.")
        ),
    ] = "",
    rating: Annotated[
        bool, typer.Option("--rating", help=_("A rating of strength over the evenings."))
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help=_("Whists as they were played, divided by nothing."))
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help=_("What each figure means."))
    ] = False,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help=_("Print one table as CSV."))] = False,
    table: Annotated[
        str,
        typer.Option(
            "--table", metavar="players|pairs|evenings|rating", show_default=False,
            help=_("Which table, in CSV."),
        ),
    ] = "",
    out: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", show_default=False,
            help=_("Write the season to a file: .html, .csv or .json."),
        ),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help=_("Replace a file that preftally did not write."))
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option("--no-cache", help=_("Read every file anew, and keep nothing of it.")),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", parser=positive, show_default=False,
            help=_("So many processes at the most; else one for each core."),
        ),
    ] = None,
) -> None:  # fmt: skip
    """Read the files, add them up, and show what was asked for; then what is wrong."""
    from preftally.cli import seasons

    if explain:
        seasons.explain()
        return
    if as_json and as_csv:
        raise WrongUsage(_("--json and --csv are two answers"), _("ask for one of them"))
    wanted = seasons.Wanted(
        paths=paths or [Path()],
        by=by,
        span=seasons.span(since, until, last, datetime.date.today()),
        player=player,
        rating=rating,
        raw=raw,
        table=table,
        kept=not no_cache,
        jobs=jobs,
    )
    seasons.show(wanted, out=out, force=force, as_json=as_json, as_csv=as_csv)
