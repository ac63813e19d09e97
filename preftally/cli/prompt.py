"""The loop of `play`: one line after the other, each done before the next is asked for."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from preftally import lang
from preftally.cli import output
from preftally.cli.answers import show_recorded
from preftally.cli.arguments import as_typed, decoded, with_language
from preftally.cli.complaints import Complaint, wrong_usage
from preftally.cli.complete import called
from preftally.cli.complete import contracts as every_contract
from preftally.cli.group import COMMANDS, loaded, unknown
from preftally.cli.shells import escaped
from preftally.errors import PreftallyError, WrongUsage
from preftally.evening.evening import Evening, opened
from preftally.lang import _
from preftally.notation import contracts, manner, names, words
from preftally.notation.grammar import Said, spoken
from preftally.notation.keyboard import other_layout
from preftally.notation.meaning import OtherLayout, WhoDeclares
from preftally.notation.unseen import shown
from preftally.views import hands
from preftally.views import state as views

# What begins a line of its own grammar.
_ENTRIES = ("hand", *words.NO_HANDS)
# What makes no sense inside an evening.
_ELSEWHERE = ("play", "new", "paper")
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
        with manner.prompting():
            return self._run()

    def _run(self) -> int:
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

    def _players(self) -> Sequence[str]:
        return self._sound().played.table.players

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
        said = _words(line, self._players())
        if not said:
            return True
        name = self._command_in(said)
        if name == "quit":
            return False
        if name == "help" and len(said) > 1:
            self._command(words.command(said[1]), ["--help"])
        elif name == "help":
            self._help()
        elif name in _ELSEWHERE:
            raise WrongUsage(
                _("{word} is for another evening").format(word=said[0]),
                _("leave this one first: {quit}").format(quit=words.QUIT.shown()),
            )
        elif name and name not in _ENTRIES:
            self._command(name, said[1:])
        else:
            return self._entry(line, said[1:] if name == "hand" else said)
        return True

    def _entry(self, line: str, said: Sequence[str]) -> bool:
        """Record a line; one that says nothing may be one of the other keyboard layout."""
        try:
            self._record(spoken(said))
        except WhoDeclares:
            raise
        except OtherLayout as error:
            return self._asked(error.line, error)
        except WrongUsage as error:
            other = other_layout(line)
            if other and self._command_in(_words(other, ())):
                return self._asked(other, error)
            if said and self._means_nothing(said):
                raise unknown(said[0]) from None
            raise
        return True

    def _command_in(self, said: Sequence[str]) -> str:
        """The command that a line begins with, `quit` and `help` among them; else nothing."""
        if not said:
            return ""
        first, alone = said[0], len(said) == 1
        if alone and words.quits(first):
            return "quit"
        if words.helps(first) and (alone or words.command(said[1]) in COMMANDS):
            return "help"
        name = words.command(first)
        if name not in COMMANDS:
            return ""
        # A player may be called as a command is, in an old session: then he declares.
        declares = not alone and contracts.looks_like(said[1]) and name != "hand"
        return "" if declares and names.begins_one(first, self._players()) else name

    def _means_nothing(self, said: Sequence[str]) -> bool:
        """Whether a line is no entry at all: no contract in it, and no player first."""
        return not (
            any(map(contracts.looks_like, said))
            or contracts.level(said[0]) is not None
            or words.role(said[0])
            or words.no_hand(said[0])
            or names.begins_one(said[0], self._players())
        )

    def _asked(self, line: str, error: WrongUsage) -> bool:
        """Show a line as the other keyboard layout has it; Enter takes it."""
        if not self.interactive:
            raise WrongUsage(
                error.message, _("typed on another keyboard layout? {line}").format(line=line)
            )
        output.say(_("On the other keyboard layout: {line}").format(line=line))
        try:
            answer = self._line(_("Enter takes it> "))
        except KeyboardInterrupt:
            output.say("")
            return True
        if answer is None:
            return False
        return self._done(answer if answer.strip() else line)

    def _command(self, name: str, rest: Sequence[str]) -> None:
        """Run another command on this session; a language that it names is its own."""
        named = [] if self.session is None else ["--session", str(self.session)]
        with lang.speaking(lang.current()):
            typed = with_language(as_typed([*named, *rest]))
            try:
                loaded(name).main(typed, prog_name=name, standalone_mode=False)
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

    def _help(self) -> None:
        from preftally.cli.guide import lines

        for line in lines(self._sound().played, COMMANDS, _ELSEWHERE):
            output.say(line)

    def _completions(self, start: str) -> Iterator[str]:
        here = {
            name: word
            for name, word in words.COMMANDS.items()
            if name in COMMANDS and name not in _ELSEWHERE
        }
        known = [*words.every(here, words.KINDS, words.ROLES, _PROMPT), *every_contract("")]
        with contextlib.suppress(PreftallyError):
            yield from map(escaped, called(self._players(), start))
        yield from (word for word in known if words.folded(word).startswith(words.folded(start)))


def _words(line: str, players: Sequence[str]) -> list[str]:
    """The words of a line without its comment; quotes keep a name of two words together."""
    line = _without_comment("".join(" " if one.isspace() else one for one in line), players)
    try:
        found = shlex.split(line)
    except ValueError:
        found = line.split()
    # Whoever types what the answers of a shell advise may do so here, too.
    if found and found[0].casefold() == "preftally":
        found = found[1:]
    return decoded(found)


def _without_comment(line: str, players: Sequence[str]) -> str:
    """A line up to a `#` that begins it or follows a blank, outside quotes and no name."""
    quote = ""
    for at, one in enumerate(line):
        if quote:
            quote = "" if one == quote else quote
        elif one in "'\"" and line.find(one, at + 1) > 0:
            quote = one
        elif one == "#" and (at == 0 or line[at - 1] == " "):
            word = line[at:].split(maxsplit=1)[0]
            if not names.begins_one(word, players):
                return line[:at]
    return line


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
