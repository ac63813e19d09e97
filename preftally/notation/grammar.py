"""What a person says of one entry: bare words and options, taken apart, not yet understood.

The short form is the same for `hand` and for `play`:

    [DECLARER] CONTRACT [TRICKS] [WHISTER[=TRICKS]] [WHISTER[=TRICKS]] [WORD VALUE]...

    s 7s 5 w          S declared seven spades and took five; W whisted, the other passed
    6d 7 e2 s1        both whisted, so the third declared
    s 6c              nobody whisted
    s 7h half e       E took a half-whist
    e misere 2        a misère that took two tricks
    pass w1 e5 s4     an all-pass
    w 8nt concede     given up: without three
    7s 5 w times 2    a hand that counts twice
    misdeal           a deal thrown in
    adjust e mountain 2 note wrong deal
    join gleb         a fourth player sits down
    leave gleb        one of four goes
    end note time     the table stops here

In it, a defender who is not named has passed. The words `by`, `whist`, `pass`,
`half`, `dealer`, `talon`, `times`, `pool`, `mountain`, `whists`, `on`, `note` take a
value, as the options of the same names do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import words
from preftally.notation.tokens import dashes


class Said(NamedTuple):
    """The words of one hand, as they were typed: the bare ones and the options'."""

    words: Sequence[str]
    by: str = ""
    whist: Sequence[str] = ()
    passed: Sequence[str] = ()
    half: Sequence[str] = ()
    concede: bool = False
    dealer: str = ""
    talon: str = ""
    note: str = ""
    pool: str = ""
    mountain: str = ""
    whists: str = ""
    on: str = ""
    times: str = ""


def spoken(line: Sequence[str]) -> Said:
    """The words of a line, in which options are words: `whist E=2` or `--whist E=2`.

    Only a note is taken apart at once, since the rest of the line is its text. What
    the other words mean depends on the table. Raises `WrongUsage` for an empty note.
    """
    for at, word in enumerate(line):
        name, equals, value = dashes(word).partition("=")
        is_option = name.startswith("--")
        if words.role(name.removeprefix("--").rstrip(":")) == "note" and (
            is_option or (at > (words.no_hand(line[0]) not in ("", "end")) and not equals)
        ):
            text = " ".join([value, *line[at + 1 :]] if is_option and equals else line[at + 1 :])
            if not text:
                raise WrongUsage(_("nothing stands after {word}").format(word=word))
            return Said(tuple(line[:at]), note=text)
    return Said(tuple(line))


def together(said: Said, options: Said) -> Said:
    """What was said in bare words and what in options, as one.

    Raises `WrongUsage` where both give the one value there can be.
    """
    for name in ("by", "dealer", "talon", "note", "pool", "mountain", "whists", "on", "times"):
        if getattr(said, name) and getattr(options, name):
            raise twice(f"--{name}")
    return Said(
        words=(*said.words, *options.words),
        by=options.by or said.by,
        whist=(*said.whist, *options.whist),
        passed=(*said.passed, *options.passed),
        half=(*said.half, *options.half),
        concede=options.concede or said.concede,
        dealer=options.dealer or said.dealer,
        talon=options.talon or said.talon,
        note=options.note or said.note,
        pool=options.pool or said.pool,
        mountain=options.mountain or said.mountain,
        whists=options.whists or said.whists,
        on=options.on or said.on,
        times=options.times or said.times,
    )


def twice(word: str) -> WrongUsage:
    """The complaint about something that can be said once only."""
    return WrongUsage(_("{word} was said twice").format(word=word), _("say it once"))
