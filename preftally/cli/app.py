"""The commands, each loaded only when it is called, and the one place that reports errors."""

from __future__ import annotations

import importlib
import os
import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from preftally import lang
from preftally.cli import output
from preftally.errors import PreftallyError, WrongUsage
from preftally.lang import _

# In the order of an evening. A command is the module of its name in `commands`.
COMMANDS = (
    "new", "play", "hand", "adjust", "undo", "redo", "sheet", "log", "explain", "settle",
    "edit", "insert", "drop", "check", "join", "leave", "conventions", "compare",
)  # fmt: skip
SHORT = {"why": "explain"}
# Like the shell's 128 + the signal's number.
INTERRUPTED = 130


def _usage_line(command: Any, ctx: Any, formatter: Any) -> None:
    """The first line of a help, where the library has English words only."""
    words = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, words, prefix=_("Usage:") + " ")


def _help_option(option: Any) -> Any:
    """The option that shows the help, likewise."""
    option.help = _("Show this message and exit.")
    return option


class OneCommand(TyperCommand):
    """A command, with its help in the reader's language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line of the help."""
        _usage_line(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """The option that shows the help."""
        return _help_option(super().get_help_option(ctx))


class Commands(TyperGroup):
    """Finds a command in the module of its name."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line of the help."""
        _usage_line(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """The option that shows the help."""
        return _help_option(super().get_help_option(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of an evening."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or a refusal that names the nearest one."""
        name = SHORT.get(cmd_name, cmd_name)
        if name in COMMANDS:
            return loaded(name)
        if ctx.resilient_parsing:
            return None
        from preftally.session.names import did_you_mean

        raise WrongUsage(
            _("there is no command {name}").format(name=cmd_name), did_you_mean(cmd_name, COMMANDS)
        )


def loaded(name: str) -> Any:
    """The command of this name, made from its module's `command` and `HELP`."""
    module = importlib.import_module(f"preftally.cli.commands.{name}")
    app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    app.command(
        name,
        cls=OneCommand,
        help=module.HELP,
        epilog="\n".join(["\b", _("Examples:"), *(f"  {line}" for line in module.EXAMPLES)]),
        context_settings={"help_option_names": ["--help", "-h"]},
    )(module.command)
    return typer.main.get_command(app)


def _app() -> Any:
    app = typer.Typer(
        cls=Commands,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        invoke_without_command=True,
        context_settings={"help_option_names": ["--help", "-h"]},
        help=_("A scorekeeper for Russian Preferans."),
        epilog=_("Begin with: preftally new --players Anna,Boris,Vera"),
    )

    @app.callback()
    def preftally(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help=_("Show the version.")),
        language: str = typer.Option(
            "", "--lang", metavar="en|ru", help=_("The language; else $PREFTALLY_LANG, the locale.")
        ),
    ) -> None:
        del language  # taken out before the commands are made, since it is theirs as well
        if version:
            from preftally import __version__

            output.say(f"preftally {__version__}")
        elif context.invoked_subcommand is None:
            from preftally.cli.state import show_state

            show_state()

    group = typer.main.get_command(app)
    completion = {
        "install_completion": _("Install completion for the current shell."),
        "show_completion": _("Show completion for the current shell, to copy or change it."),
    }
    for parameter in group.params:
        if isinstance(parameter, TyperOption) and parameter.name in completion:
            parameter.help = completion[parameter.name]
    return group


def run(arguments: list[str]) -> int:
    """Run one command; gives its exit status and never raises."""
    output.prepare()
    try:
        status = _run(arguments)
    except PreftallyError as error:
        output.show_error(error)
        status = error.status
    except KeyboardInterrupt:
        output.aside("")
        status = INTERRUPTED
    return output.finish(status)


def _run(arguments: list[str]) -> int:
    lang.use(lang.preferred(os.environ))
    arguments = _with_language(_decoded(arguments))
    try:
        result = _app().main(arguments, prog_name="preftally", standalone_mode=False)
    except typer.TyperException as error:
        raise _usage(error) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return result if isinstance(result, int) else 0


def _decoded(arguments: list[str]) -> list[str]:
    """The arguments as UTF-8, whatever the locale says of them."""
    decoded = []
    for argument in arguments:
        try:
            decoded.append(os.fsencode(argument).decode())
        except UnicodeError:
            shown = os.fsencode(argument).decode(errors="replace")
            raise WrongUsage(
                _("{argument} is not UTF-8").format(argument=shown),
                _("set the terminal to UTF-8 and type it again"),
            ) from None
    return decoded


def _with_language(arguments: list[str]) -> list[str]:
    """Take `--lang` out, wherever it stands, and speak that language from now on."""
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*rest, word, *words]
        name, equals, value = word.partition("=")
        if name != "--lang":
            rest.append(word)
            continue
        language = value if equals else next(words, "")
        if language not in lang.LANGUAGES:
            raise WrongUsage(
                _("--lang: {language} is not a language here").format(language=language or '""'),
                _("one of: {words}").format(words=", ".join(lang.LANGUAGES)),
            )
        lang.use(language)
    return rest


def _usage(error: typer.TyperException) -> WrongUsage:
    """The library's complaint as one of ours."""
    option = getattr(error, "option_name", "")
    kind = type(error).__name__
    hint = _("see: preftally --help")
    context = getattr(error, "ctx", None)
    if context is not None and context.parent is not None:
        hint = _("see: preftally {command} --help").format(command=context.info_name)
    if option.startswith("-") and option[1:2].isdigit():
        return WrongUsage(
            _("{word} is not a number of tricks").format(word=option),
            _("tricks are 0 to 10, in plain digits"),
        )
    if kind == "NoSuchOption":
        near = getattr(error, "possibilities", None)
        if near:
            hint = _("did you mean {near}?").format(near=min(near))
        return WrongUsage(_("there is no option {option}").format(option=option), hint)
    if kind == "MissingParameter":
        parameter: Any = getattr(error, "param", None)
        name = ""
        if parameter is not None:
            is_option = isinstance(parameter, TyperOption)
            name = parameter.opts[0] if is_option else parameter.human_readable_name
        return WrongUsage(_("{name} is missing").format(name=name), hint)
    if kind == "BadOptionUsage":
        return WrongUsage(_("{option} needs a value").format(option=option), hint)
    message = error.format_message()
    # The library has these words in English only; with others, its sentence stays as it is.
    stray = re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL)
    if stray:
        message = _("Got unexpected extra argument(s) ({words})").format(words=stray[1])
    return WrongUsage(message, hint)
