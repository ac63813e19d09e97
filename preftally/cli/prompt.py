"""The loop of `play`: one line after the other, each done before the next is asked for."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from preftally.cli import output
from preftally.cli.arguments import decoded
from preftally.cli.complaints import Complaint, wrong_usage
from preftally.cli.complete import contracts
from preftally.cli.group import COMMANDS, loaded
from preftally.cli.recording import show_recorded
from preftally.errors import PreftallyError
from preftally.evening.evening import Evening, opened
from preftally.lang import _
from preftally.notation import words
from preftally.notation.grammar import Said, spoken
from preftally.notation.meaning import WhoDeclares
from preftally.notation.unseen import shown
from preftally.views import hands
from preftally.views import state as views

# What begins a line of its own grammar, or makes no sense inside an evening.
_NOT_HERE = ("hand", "adjust", "join", "leave", "play", "new")
_HERE = frozenset(COMMANDS) - {"play", "new"}
_PROMPT = {"quit": words.QUIT, "help": words.HELP}


class Loop:
    """An evening at the prompt. Nothing is kept here that is not in the session's file."""

    def __init__(self, session: Path | None) -> None:
        self.session = session
        self.interactive = sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are no letters are refused where the words of a line are read.
            sys.stdin.reconfigure(errors="surrogateescape")

    def run(self) -> int:
        """Take lines to the end; gives the exit status."""
        evening = self._sound()
        if self.interactive:
            _prepare_line_editing(self._completions)
            output.say(_("A hand, or a command; ? lists them. Ctrl-D ends."))
        self._show_state(evening)
        output.say(f"   {hands.next_deal(evening.played.table)}")
        number = 0
        while True:
            number += 1
            try:
                line = self._line(self._prompt(evening))
            except KeyboardInterrupt:
                if not self.interactive:
                    raise
                output.say("")
                continue
            if line is None:
                break
            try:
                if not self._done(line):
                    break
                evening = self._sound()
            except PreftallyError as error:
                output.show_error(error)
                if not self.interactive:
                    # What follows was written for hands that are not there.
                    output.aside(_("Stopped at line {n} of the input.").format(n=number))
                    return error.status
        return 0

    def _sound(self) -> Evening:
        evening = opened(self.session)
        evening.check()
        return evening

    def _prompt(self, evening: Evening) -> str:
        number = len(evening.played.steps) + 1
        return _("{n}, {dealer} deals> ").format(n=number, dealer=evening.played.table.dealer)

    def _line(self, prompt: str) -> str | None:
        """The next line, or `None` at the end of the input."""
        if not self.interactive:
            return sys.stdin.readline().removeprefix("\ufeff") or None
        try:
            return input(shown(prompt))
        except EOFError:
            output.say("")
            return None

    def _done(self, line: str) -> bool:
        """Do what a line says; false where it says to stop."""
        said = _words(line)
        # Whoever types what the answers advise may do so here, too.
        if said and said[0].casefold() == "preftally":
            said = said[1:]
        first = said[0] if said else ""
        name = words.command(first)
        alone = len(said) == 1
        if alone and words.quits(first):
            return False
        if alone and words.helps(first):
            _help()
        elif name == "hand":
            self._record(spoken(said[1:]))
        elif name in COMMANDS and name not in _NOT_HERE:
            self._command(name, said[1:])
        elif said:
            self._record(spoken(said))
        return True

    def _command(self, name: str, rest: Sequence[str]) -> None:
        """Run another command on this session."""
        named = [] if self.session is None else ["--session", str(self.session)]
        try:
            loaded(name).main([*named, *rest], prog_name=name, standalone_mode=False)
        except Complaint as error:
            raise wrong_usage(error) from None

    def _record(self, said: Said) -> None:
        try:
            evening = show_recorded(self.session, said)
        except WhoDeclares as question:
            if not self.interactive:
                raise
            # One word is missing: it is asked for, and the rest need not be typed again.
            try:
                answer = (self._line(f"{question.message} ") or "").strip()
            except KeyboardInterrupt:
                answer = ""
                output.say("")
            if not answer:
                raise
            evening = show_recorded(self.session, said._replace(by=answer))
        self._show_state(evening)

    def _show_state(self, evening: Evening) -> None:
        for line in views.lines(evening.played):
            output.say(f"   {line}")

    def _completions(self, start: str) -> Iterator[str]:
        here = {name: word for name, word in words.COMMANDS.items() if name in _HERE}
        known = [*words.every(here, words.KINDS, words.ROLES, _PROMPT), *contracts("")]
        with contextlib.suppress(PreftallyError):
            known = [*self._sound().played.table.players, *known]
        return (word for word in known if words.folded(word).startswith(words.folded(start)))


def _words(line: str) -> list[str]:
    """The words of a line; quotes keep a name of two words together."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    return decoded(words)


def _help() -> None:
    for line in (
        _("S 7S 5 W          S declared seven spades and took 5; W whisted, the other passed"),
        _("6D 7 E2 S1        both whisted, with their tricks; the third declared"),
        _("S 6C              nobody whisted"),
        _("S 7H half E       E took a half-whist"),
        _("E misere 2        a misère that took two tricks"),
        _("pass W1 E5 S4     an all-pass"),
        _("W 8NT concede     given up: without three"),
        _("adjust E mountain 2 note text     a correction"),
        _("misdeal, join NAME, leave NAME"),
        _("undo, redo, sheet, log, why [N], settle, edit N …, drop N, quit; and all others"),
    ):
        output.say(line)


def _prepare_line_editing(completions: Callable[[str], Iterator[str]]) -> None:
    """Editing, history and completion, where this Python has them."""
    try:
        import readline
    except ImportError:
        return

    def complete(start: str, number: int) -> str | None:
        found = list(completions(start))
        return found[number] + " " if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
