"""`preftally conventions`: list them, read one out, compare two, write one to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from preftally.cli import output
from preftally.cli.complete import convention_words
from preftally.cli.options import SessionOption
from preftally.engine.conventions import Convention, override
from preftally.errors import WrongUsage
from preftally.evening.evening import opened, path_of
from preftally.lang import _
from preftally.notation.names import did_you_mean
from preftally.session import file, house

HELP = _(
    "Read conventions. `list` them, `show` one (or what this session agreed) in plain "
    "sentences, `show --diff A B`, `export` one as a file to start a house's own from."
)
EXAMPLES = (
    "preftally conventions",
    "preftally conventions show rostov",
    "preftally conventions show --diff sochi rostov",
    "preftally conventions export sochi > ours.toml",
)
_ACTIONS = ("list", "show", "export")


def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[list|show|export] [NAME|FILE]",
            autocompletion=convention_words,
            help=_("What to do, and with which convention."),
            show_default=False,
        ),
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help=_("Only the keys in which two conventions differ."))
    ] = False,
    session: SessionOption = None,
) -> None:
    """Do one of the three."""
    from preftally.views import conventions as views

    action, *names = words or ["list"]
    if diff and action not in _ACTIONS:
        action, names = "show", list(words or ())
    if action not in _ACTIONS:
        raise WrongUsage(
            _("{word} is not something that conventions does").format(word=action),
            did_you_mean(action, _ACTIONS),
        )
    if diff and action == "export":
        raise WrongUsage(
            _("--diff and export do not go together"), _("conventions show --diff sochi rostov")
        )
    if action == "list" and not diff:
        _at_most(names, 0)
        for line in views.listed():
            output.say(line)
    elif diff:
        one, other = _two(names, session)
        for line in views.changed(one, other):
            output.say(line)
    elif action == "show":
        _at_most(names, 1)
        _show(_one(names, session))
    else:
        _at_most(names, 1)
        output.raw("".join(f"{line}\n" for line in views.file(_one(names, session))))


def _show(convention: Convention) -> None:
    from preftally.cli.terminal import show_grid
    from preftally.views import agreement, phrases
    from preftally.views import conventions as views

    output.say(phrases.convention(convention))
    show_grid(views.values(convention))
    for line in agreement.sentences(convention):
        output.say(line)


def _at_most(names: list[str], count: int) -> None:
    if len(names) > count:
        raise WrongUsage(
            _("{words}: too many words").format(words=" ".join(names)),
            _("see: preftally {command} --help").format(command="conventions"),
        )


def _named(name: str) -> Convention:
    base, rules = house.convention(name)
    return override(base, rules)


def _one(names: list[str], session: Path | None) -> Convention:
    """The named convention, or the one that the current session has agreed."""
    if names:
        return _named(names[0])
    if session is None and not file.exists(path_of(session)):
        raise WrongUsage(
            _("which convention? There is no session here"),
            _("name one: preftally conventions show sochi"),
        )
    return opened(session).played.game.convention


def _two(names: list[str], session: Path | None) -> tuple[Convention, Convention]:
    """Two named ones; of one, what the session has agreed differs from it."""
    _at_most(names, 2)
    if not names:
        raise WrongUsage(
            _("--diff compares two conventions"), _("conventions show --diff sochi rostov")
        )
    one = _named(names[0])
    return one, _named(names[1]) if len(names) > 1 else _one([], session)
