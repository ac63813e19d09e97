"""The words and options that say an entry: one list, for all the commands that take them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from preftally.cli.complete import hand_words
from preftally.cli.options import (
    ByOption,
    ConcedeOption,
    DealerOption,
    HalfOption,
    MountainOption,
    NoteOption,
    OnOption,
    PassOption,
    PoolOption,
    TalonOption,
    TimesOption,
    WhistOption,
    WhistsOption,
)
from preftally.lang import _
from preftally.notation.grammar import Said, spoken, together

# What a hand is said with, and what a correction is.
HAND = ("words", "by", "whist", "passed", "half", "concede", "dealer", "talon", "times", "note")
CORRECTION = ("pool", "mountain", "whists", "on", "note")
ENTRY = (*HAND[:-1], *CORRECTION)


def said_from(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CONTRACT [TRICKS]",
            help=_("7S 5, 6C, misere 0, pass W=1 E=5 S=4; or the short form: S 7S 5 W."),
            autocompletion=hand_words,
            show_default=False,
        ),
    ] = None,
    by: ByOption = "",
    whist: WhistOption = None,
    passed: PassOption = None,
    half: HalfOption = None,
    concede: ConcedeOption = False,
    dealer: DealerOption = "",
    talon: TalonOption = "",
    times: TimesOption = "",
    pool: PoolOption = "",
    mountain: MountainOption = "",
    whists: WhistsOption = "",
    on: OnOption = "",
    note: NoteOption = "",
) -> Said:
    """What was said in words and options together. Raises `WrongUsage` for what is said twice."""
    options = Said(
        (), by=by, whist=whist or (), passed=passed or (), half=half or (), concede=concede,
        dealer=dealer, talon=talon, note=note or "", pool=pool, mountain=mountain,
        whists=whists, on=on, times=times,
    )  # fmt: skip
    return together(spoken(words or ()), options)


def takes(names: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Put these parameters of `said_from` in the place of a command's parameter `said`.

    One that the command has itself is its own, and is understood in `said` as well.
    """

    def merged(command: Callable[..., Any]) -> Callable[..., Any]:
        own = inspect.signature(command, eval_str=True)
        every = inspect.signature(said_from, eval_str=True).parameters
        shared = [every[name] for name in names if name not in own.parameters]

        def run(**given: Any) -> Any:
            said = said_from(**{name: given[name] for name in names})
            kept = {name: value for name, value in given.items() if name in own.parameters}
            return command(said=said, **kept)

        before, after = _around(list(own.parameters.values()))
        parameters = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*before, *shared, *after)
        ]
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        return run

    return merged


def _around(
    parameters: list[inspect.Parameter],
) -> tuple[list[inspect.Parameter], list[inspect.Parameter]]:
    at = [one.name for one in parameters].index("said")
    return parameters[:at], parameters[at + 1 :]
