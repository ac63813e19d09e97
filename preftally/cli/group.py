"""The commands, each found by its name and loaded only when it is called."""

from __future__ import annotations

import importlib
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from preftally.cli import output
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import words
from preftally.notation.grammar import twice

# In the order of an evening. A command is the module of its name in `commands`.
COMMANDS = (
    "new", "play", "hand", "adjust", "undo", "redo", "sheet", "log", "explain", "settle",
    "edit", "insert", "drop", "check", "join", "leave", "conventions", "compare", "report", "paper",
)  # fmt: skip


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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse an option that is given twice, of which the library would keep the last."""
        _options, _rest, order = self.make_parser(ctx).parse_args(args=list(args))
        given: set[Any] = set()
        for one in order:
            if one in given and isinstance(one, TyperOption) and not (one.multiple or one.is_flag):
                raise twice(one.opts[0])
            given.add(one)
        return super().parse_args(ctx, args)


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
            return loaded(name)
        if ctx.resilient_parsing:
            return None
        from preftally.notation.names import did_you_mean

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
