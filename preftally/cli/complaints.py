"""What the command-line library complains of, as errors of our own."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import typer
from typer.core import TyperOption

from preftally.errors import PreftallyError, WrongUsage
from preftally.lang import _
from preftally.notation import manner, words
from preftally.notation.names import closest

# Every complaint about usage; the library gives it no public name, and this one is its child.
Complaint: type[Exception] = typer.BadParameter.__mro__[1]


# What people call the options of ours; a role's own words are in the table.
_ALSO = {
    "--player": "--by", "--игрок": "--by",
    "--defender": "--whist", "--whister": "--whist", "--passer": "--pass",
    "--comment": "--note", "--remark": "--note", "--text": "--note", "--file": "--session",
    "--name": "--players", "--names": "--players", "--target": "--pool", "--rule": "--set",
    "--money": "--stake", "--price": "--stake", "--number": "--count",
}  # fmt: skip
_SHOWN = 3


def _nearest(option: str, context: Any) -> str:
    """The option of a command that this one was probably meant to be, or an empty string."""
    known = [one for parameter in context.command.params for one in parameter.opts]
    option = option.casefold()
    role = words.ROLES.get(words.role(option.lstrip("-")))
    meant = f"--{role.english[0]}" if role else _ALSO.get(option, "")
    return meant if meant in known else closest(option, known)


def _last_entries(context: Any) -> str:
    """The last entries with their numbers, for a command that needs one."""
    from preftally.evening.evening import opened
    from preftally.views.hands import sentence

    said = _("say its number: {command}").format(
        command=manner.command(context.command.name, "N") + " …"
    )
    with contextlib.suppress(PreftallyError):
        steps = opened(context.params.get("session")).played.steps
        first = max(len(steps) - _SHOWN, 0)
        last = [f"  {n}. {sentence(one.hand)}" for n, one in enumerate(steps[first:], first + 1)]
        return "\n".join([said, *last])
    return said


def wrong_usage(error: Any) -> WrongUsage:
    """The library's complaint as one of ours."""
    option = getattr(error, "option_name", "")
    kind = type(error).__name__
    hint = _("see: {help}").format(help="preftally --help")
    context = getattr(error, "ctx", None)
    if context is not None and context.command.name in words.COMMANDS:
        hint = _("see: {command}").format(command=manner.command(context.command.name, "--help"))
    if option.startswith("-") and option[1:2].isdigit():
        return WrongUsage(
            _("{word} is no number that can stand here").format(word=option),
            _("numbers are plain digits; tricks are 0 to 10"),
        )
    if kind == "NoSuchOption":
        near = _nearest(option, context)
        if near:
            hint = _("did you mean {near}?").format(near=near)
        return WrongUsage(_("there is no option {option}").format(option=option), hint)
    if kind == "MissingParameter":
        parameter: Any = getattr(error, "param", None)
        name = ""
        if parameter is not None:
            is_option = isinstance(parameter, TyperOption)
            name = parameter.opts[0] if is_option else parameter.human_readable_name
            if name == "N" and context is not None:
                return WrongUsage(_("which entry?"), _last_entries(context))
        return WrongUsage(_("{name} is missing").format(name=name), hint)
    if kind == "BadOptionUsage":
        known = context.command.params if context is not None else ()
        if any(option in one.opts and getattr(one, "is_flag", False) for one in known):
            return WrongUsage(_("{option} takes no value").format(option=option), hint)
        return WrongUsage(_("{option} needs a value").format(option=option), hint)
    message = error.format_message()
    stray = re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL)
    if stray:
        message = _("{words}: too many words").format(words=stray[1])
    return WrongUsage(message, hint)
