"""What the command-line library complains of, as errors of our own."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperOption

from preftally.errors import WrongUsage
from preftally.lang import _

# Every complaint about usage; the library gives it no public name, and this one is its child.
Complaint: type[Exception] = typer.BadParameter.__mro__[1]


def wrong_usage(error: Any) -> WrongUsage:
    """The library's complaint as one of ours."""
    option = getattr(error, "option_name", "")
    kind = type(error).__name__
    hint = _("see: preftally --help")
    context = getattr(error, "ctx", None)
    if context is not None and context.parent is not None:
        hint = _("see: preftally {command} --help").format(command=context.info_name)
    if option.startswith("-") and option[1:2].isdigit():
        return WrongUsage(
            _("{word} is no number that can stand here").format(word=option),
            _("numbers are plain digits; tricks are 0 to 10"),
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
        known = context.command.params if context is not None else ()
        if any(option in one.opts and getattr(one, "is_flag", False) for one in known):
            return WrongUsage(_("{option} takes no value").format(option=option), hint)
        return WrongUsage(_("{option} needs a value").format(option=option), hint)
    message = error.format_message()
    stray = re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL)
    if stray:
        message = _("{words}: too many words").format(words=stray[1])
    return WrongUsage(message, hint)
