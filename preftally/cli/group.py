"""The commands, each found by its name and loaded only when it is called."""

from __future__ import annotations

import importlib
import re
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from preftally.cli import output
from preftally.errors import WrongUsage
from preftally.lang import _, current
from preftally.notation import manner, words
from preftally.notation.grammar import twice

# In the order of an evening. A command is the module of its name in `commands`.
COMMANDS = (
    "new", "play", "hand", "adjust", "undo", "redo", "sheet", "log", "explain", "settle",
    "edit", "insert", "drop", "rename", "check", "join", "leave", "end",
    "conventions", "rules", "compare", "report", "serve", "paper", "stats",
    "schema",
)  # fmt: skip

_WIDEST, _NARROWEST = 80, 20
# The two names of one command that people know it by.
_TWO_NAMES = ("explain",)


def _usage_line(command: Any, ctx: Any, formatter: Any) -> None:
    """The first line of a help, where the library has English words only."""
    words = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, words, prefix=_("Usage:") + " ")


def _help_option(option: Any) -> Any:
    """The option that shows the help, likewise, and by our own way of printing."""
    option.help = _("Show this message and exit.")
    option.callback = _show_help
    return option


def _show_help(ctx: Any, _parameter: Any, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        output.say(ctx.get_help())
        ctx.exit()


class OneCommand(TyperCommand):
    """A command, with its help in the reader's language."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line of the help."""
        _usage_line(self, ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """The option that shows the help."""
        return _help_option(super().get_help_option(ctx))

    def make_parser(self, ctx: Any) -> Any:
        """A parser that refuses what is given twice, of which the library would keep the last."""
        parser = super().make_parser(ctx)
        parse = parser.parse_args

        def once(args: list[str]) -> Any:
            options, rest, order = parse(args)
            given: set[Any] = set()
            for one in order:
                is_single = isinstance(one, TyperOption) and not (one.multiple or one.is_flag)
                if one in given and is_single:
                    raise twice(one.opts[0])
                given.add(one)
            return options, rest, order

        parser.parse_args = once  # type: ignore[method-assign]
        return parser


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
        name = words.command(cmd_name)
        if name in COMMANDS:
            manner.heard(cmd_name)
            return loaded(name)
        if ctx.resilient_parsing:
            return None
        raise unknown(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Each command with the word of the reader's language, and what it does."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(_names(name), first_sentence(name)) for name in COMMANDS])


def first_sentence(name: str) -> str:
    """What a command does, in short; for that it need not be made, only its module read."""
    text: str = _module(name).HELP
    return re.match(r".*?\.(?=\s|$)|.*", text, re.DOTALL)[0]  # type: ignore[index]


def _module(name: str) -> Any:
    return importlib.import_module(f"preftally.cli.commands.{name}")


def _names(name: str) -> str:
    word = words.COMMANDS[name]
    also = word.russian[:1] if current() == "ru" else word.english[1:2] * (name in _TWO_NAMES)
    return ", ".join((name, *also))


def help_of_all() -> str:
    """What lists all commands, as the reader would type it."""
    return words.HELP.shown() if manner.at_prompt() else "preftally --help"


def unknown(word: str) -> WrongUsage:
    """The refusal of a word that begins a line and is neither a command nor a contract."""
    from preftally.notation import contracts
    from preftally.notation.keyboard import other_layout
    from preftally.notation.names import closest

    if manner.at_prompt():
        message = _("{word}: there is no such command or contract").format(word=word)
    else:
        message = _("{word}: there is no such command").format(word=word)
    other = other_layout(word)
    if other and (words.command(other) or words.kind(other)):
        return WrongUsage(message, _("typed on another keyboard layout? {line}").format(line=other))
    if contracts.looks_like(word):
        return WrongUsage(message, _("a hand is: {line}").format(line=manner.command("hand", word)))
    here = {name: one for name, one in words.COMMANDS.items() if name in COMMANDS}
    near = closest(word, words.every(here, words.KINDS))
    if near and not words.command(near) and not manner.at_prompt():
        near = manner.command("hand", near)
    hint = (
        _("did you mean {near}?").format(near=near)
        if near
        else _("see: {help}").format(help=help_of_all())
    )
    return WrongUsage(message, hint)


def settings() -> dict[str, Any]:
    """What every command is made with: its help is as wide as the terminal, and 78 at the most."""
    width = max(min(output.width(), _WIDEST) - 2, _NARROWEST)
    return {"help_option_names": ["--help", "-h"], "terminal_width": width}


def loaded(name: str) -> Any:
    """The command of this name, made from its module's `command` and `HELP`."""
    module = _module(name)
    app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
    app.command(
        name,
        cls=OneCommand,
        help=module.HELP,
        epilog="\n".join(["\b", _("Examples:"), *(f"  {line}" for line in module.EXAMPLES)]),
        context_settings=settings(),
    )(module.command)
    made = typer.main.get_command(app)
    if not any("--session" in parameter.opts for parameter in made.params):
        # Every command takes it, also one that needs no session.
        made.params.append(
            TyperOption(param_decls=["--session", "-s"], type=str, expose_value=False, hidden=True)
        )
    return made
