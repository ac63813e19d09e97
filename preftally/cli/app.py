"""Running one command, and the one place where what went wrong becomes an exit status."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperOption

from preftally import lang
from preftally.cli import output
from preftally.cli.arguments import as_typed, behind_command, decoded, with_language
from preftally.cli.complaints import Complaint, wrong_usage
from preftally.cli.group import COMMANDS, Commands, settings
from preftally.errors import Notice, PreftallyError
from preftally.lang import _
from preftally.notation import words
from preftally.session.file import native

# Like the shell's 128 + the signal's number.
INTERRUPTED = 130


def _app() -> Any:
    app = typer.Typer(
        cls=Commands,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        invoke_without_command=True,
        context_settings=settings(),
        help=_("A scorekeeper for Russian Preferans."),
        epilog="\n\n".join([_("Begin with: preftally new Anna Boris Vera"), *_definitions()]),
    )

    # Made here, where the language is known; the commands have an option of their own.
    named: Any = typer.Option(
        None,
        "--session",
        "-s",
        metavar="FILE",
        parser=native,
        help=_("The session file; else $PREFTALLY_SESSION, else preftally.toml in this folder."),
    )

    @app.callback()
    def preftally(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help=_("Show the version.")),
        language: str = typer.Option(
            "", "--lang", metavar="en|ru", help=_("The language; else $PREFTALLY_LANG, the locale.")
        ),
        session: Path | None = named,
    ) -> None:
        del language  # taken out before the commands are made, since it is theirs as well
        if version:
            from preftally import __version__

            output.say(f"preftally {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            from preftally.cli.overview import show_state

            show_state(session)

    group = typer.main.get_command(app)
    completion = {
        "install_completion": _("Install completion for the current shell."),
        "show_completion": _("Show completion for the current shell, to copy or change it."),
    }
    for parameter in group.params:
        if isinstance(parameter, TyperOption) and parameter.name in completion:
            parameter.help = completion[parameter.name]
            parameter.callback = _completion
    return group


def _completion(context: Any, parameter: Any, wanted: Any) -> None:
    # The library asks whether it is wanted or not.
    if not wanted:
        return
    from preftally.cli import shells

    does = shells.install if parameter.name == "install_completion" else shells.show
    does(context, parameter, wanted)


def _definitions() -> Iterator[str]:
    """The five words that one who has never played must know, and where the rules are."""
    yield "\b\n" + _("New to Preferans?")
    yield _(
        "contract: six to ten of the ten tricks, with a trump suit or without; whoever bids the "
        "most is the declarer and must take them."
    )
    yield _(
        "pool: points for contracts made; the evening ends when everybody's pool has reached "
        "what was agreed. What is missing to it is to go."
    )
    yield _("mountain: points for contracts failed, and for tricks on an all-pass.")
    yield _(
        "whists: what a defender who undertook to hold the declarer earns for his tricks, "
        "written on the declarer, each on each."
    )
    yield _("all-pass: nobody bids, and everybody takes as few tricks as he can.")
    if "rules" in COMMANDS:
        yield _("All the rules: preftally rules")


def run(arguments: list[str]) -> int:
    """Run one command; gives its exit status and never raises."""
    output.prepare()
    with warnings.catch_warnings():
        warnings.simplefilter("always", Notice)
        warnings.showwarning = output.show_notice
        return output.finish(_status(arguments))


def _status(arguments: list[str]) -> int:
    try:
        status = _run(arguments)
    except PreftallyError as error:
        output.show_error(error)
        status = error.status
    except KeyboardInterrupt:
        output.aside("")
        status = INTERRUPTED
    except Exception as error:  # a fault of ours is a message too, no traceback
        if os.environ.get("PREFTALLY_TRACEBACK"):
            raise
        fault = f"{type(error).__name__}: {error}"
        output.show_error(
            PreftallyError(
                _("this is a fault of preftally itself: {fault}").format(fault=fault),
                _("please report it, with what PREFTALLY_TRACEBACK=1 shows; the session is safe"),
            )
        )
        status = PreftallyError.status
    return status


def _run(arguments: list[str]) -> int:
    lang.use(lang.preferred(os.environ))
    asked = os.environ.get("_PREFTALLY_COMPLETE", "")
    if asked and not asked.startswith("source_"):
        from preftally.cli import shells  # where it is a shell that calls

        return shells.answer(_app())
    arguments = as_typed(decoded(arguments))
    spoken = with_language(arguments)
    if spoken == arguments:
        _warn_of_language()
    if spoken and words.helps(spoken[0]):
        # `help`, and `help log`, as people type it elsewhere.
        spoken = [*spoken[1:2], "--help"]
    try:
        result = _app().main(behind_command(spoken), prog_name="preftally", standalone_mode=False)
    except Complaint as error:
        raise wrong_usage(error) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return result if isinstance(result, int) else 0


def _warn_of_language() -> None:
    unknown = lang.unknown(os.environ)
    if unknown:
        output.warn(
            _("$PREFTALLY_LANG: {language} is not a language here; one of: {words}").format(
                language=unknown, words=", ".join(lang.LANGUAGES)
            )
        )
