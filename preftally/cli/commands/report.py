"""`preftally report`: the evening for those who were not at the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from preftally.cli import output
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption, StakeOption
from preftally.cli.stake import agreed
from preftally.errors import WrongUsage
from preftally.evening.evening import Evening, opened, path_of
from preftally.lang import _
from preftally.notation.unseen import code
from preftally.session.file import native

if TYPE_CHECKING:
    from preftally.formats.exports import Format
    from preftally.views.report import Report

HELP = _(
    "Tell the evening. Without FILE as a text for a chat; else as its suffix says: the drawn "
    "sheet (.svg, .png), one page with everything (.html), tables (.md, .csv), or one object "
    "for a program (.json)."
)
EXAMPLES = (
    "preftally report",
    "preftally report evening.svg --stake 0.5",
    "preftally report - --format csv",
    "preftally report form.svg --blank --four",
)
STDOUT = "-"


def _names(incomplete: str) -> list[str]:
    """The formats, for the shell's completion."""
    from preftally.formats.exports import BY_NAME

    return [name for name in BY_NAME if name.startswith(incomplete.casefold())]


def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            show_default=False,
            help=_("Where to: .txt .md .svg .png .html .csv .json; - is the standard output."),
        ),
    ] = STDOUT,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="NAME", show_default=False, autocompletion=_names,
            help=_("The format, whatever the suffix."),
        ),
    ] = "",
    stake: StakeOption = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--hand", metavar="N", parser=positive, show_default=False,
            help=_("As it stood after entry N."),
        ),
    ] = None,
    decimal: Annotated[
        bool, typer.Option("--decimal", help=_("In .csv, 12.5 and not 25/2."))
    ] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help=_("The empty form; needs no session."))
    ] = False,
    four: Annotated[bool, typer.Option("--four", help=_("The empty form for four."))] = False,
    force: Annotated[
        bool, typer.Option("--force", help=_("Replace a file that preftally did not write."))
    ] = False,
    session: SessionOption = None,
) -> None:  # fmt: skip
    """Write the report of the good hands, unless something is wrong with the session."""
    chosen = _format(file, form)
    if blank:
        _alone("--blank", {"--stake": stake, "--hand": number, "--decimal": decimal})
        _bring_out(_form(chosen, four=four), chosen, file, path_of(session), force=force)
        return
    if four:
        raise WrongUsage(_("--four goes with --blank"), _("leave it out: the session says it"))
    evening = opened(session)
    if file != STDOUT and number is None:
        # What is sent to others is whole, or not sent.
        evening.check()
    raw = chosen.writer.written(_report(evening, number, stake, decimal=decimal))
    _bring_out(raw, chosen, file, evening.session.path, force=force)
    if number is None:
        evening.check()


def _bring_out(raw: bytes, chosen: Format, file: str, session: Path, *, force: bool) -> None:
    if file == STDOUT:
        _show(raw, chosen)
        return
    from preftally.evening.export import put

    put(native(file), raw, chosen.writer.is_ours, session, force=force)
    output.aside(_("Written: {path}").format(path=file))


def _format(file: str, name: str) -> Format:
    """The format that is asked for, by its name or by the file's suffix."""
    from preftally.formats.exports import BY_NAME

    suffix = Path(file).suffix
    wanted = (name or suffix).removeprefix(".").casefold()
    if not wanted and file == STDOUT:
        wanted = "txt"
    if wanted in BY_NAME:
        return BY_NAME[wanted]
    message = _("--format: {name} is not a format here").format(name=name)
    if not name:
        message = _("{path}: the suffix names no format").format(path=file or '""')
    hint = _("one of: {words}").format(words=", ".join(BY_NAME))
    raise WrongUsage(message, hint if name else hint + _("; or say --format"))


def _form(chosen: Format, *, four: bool) -> bytes:
    from preftally.formats.exports import FORMATS

    if not chosen.blank:
        drawn = ", ".join(one.name for one in FORMATS if one.blank)
        raise WrongUsage(
            _("the empty form is a drawing, not {name}").format(name=chosen.name),
            _("one of: {words}").format(words=drawn),
        )
    return chosen.writer.form(4 if four else 3)


def _alone(option: str, others: Mapping[str, object]) -> None:
    """An option beside which some others say nothing."""
    for name, value in others.items():
        if value:
            raise WrongUsage(
                _("{option} and {other} do not go together").format(option=option, other=name),
                _("leave one of them out"),
            )


def _report(evening: Evening, number: int | None, stake: str | None, *, decimal: bool) -> Report:
    """The evening as it stood after an entry, or as it stands."""
    from preftally.evening.telling import told

    if number is not None and number > len(evening.played.steps):
        evening.check()
        evening.entry(number)
    price, text = agreed(stake, evening.session.occasion.stake)
    return told(evening, price, text, number)._replace(decimal=decimal)


def _show(raw: bytes, chosen: Format) -> None:
    """A report on the standard output: as it is, where that is no terminal."""
    if not sys.stdout.isatty():
        if chosen.binary:
            output.file(raw)
        else:
            output.raw(raw.decode(), output.json_code if chosen.name == "json" else code)
    elif chosen.binary:
        raise WrongUsage(
            _("a terminal shows no {name}").format(name=chosen.name), _("name a file for it")
        )
    else:
        output.draw(raw.decode().rstrip("\n"))
