"""What a line of words says, at a table: `heard` gives it as options would.

A word that version 0.1 did not know yields to a whole name of this table, and is
refused where it begins one. Where a verb could belong to the name before it or to
the one behind it, and that makes a difference, the line is refused, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from preftally.engine.model import Contract, Table
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import contracts, names, words
from preftally.notation.grammar import Said, together, twice
from preftally.notation.tokens import Token, tokens

MANY = ("whist", "passed", "half")
_WITHOUT_THREE = 3


class Beginning(NamedTuple):
    """What stands up to the contract: who declares, whether it is given up."""

    said: Said
    contract: str
    rest: Sequence[Token]


def heard(said: Said, table: Table) -> Said:
    """The bare words taken apart, and what they say as the options would say it.

    What is left bare is the declarer if he is named, the contract, the tricks, the whisters.
    Raises `WrongUsage` for a word that lacks its value, or that can be read in two ways.
    """
    line = tokens(said.words, table.players)
    other = _no_hand(line, table)
    if other is not None:
        return _merged(other, said)
    beginning = _beginning(line, table)
    if beginning is not None:
        beginning = beginning._replace(rest=_with_both(beginning, table))
    if beginning is None:
        return said._replace(words=[token.text for token in line])
    return _merged(_readings(beginning, table), said)


def _merged(bare: Said, said: Said) -> Said:
    return together(bare, said._replace(words=()))


# --- what begins a line


def _no_hand(line: Sequence[Token], table: Table) -> Said | None:
    """`adjust E mountain 2`, `join Gleb`; also with the verb behind: `Глеб сел`."""
    if not line:
        return None
    if words.no_hand(line[0].text) and not _declares(line, table):
        return _roles_of_no_hand([line[0].text], line[1:])
    for at, token in enumerate(line[1:], 1):
        if words.no_hand(token.text) in ("join", "leave") and not token.player:
            if any(_contract_at(line, before) for before in range(at)):
                return None
            name = " ".join(one.text for one in line[:at])
            return _roles_of_no_hand([token.text, name], line[at + 1 :])
    return None


def _declares(line: Sequence[Token], table: Table) -> bool:
    """Whether the first word is a player, since a contract follows it."""
    return (
        len(line) > 1
        and bool(_contract_at(line, 1))
        and (line[0].player is not None or _begins(line[0], table))
    )


def _roles_of_no_hand(first: list[str], line: Sequence[Token]) -> Said:
    said = Said(())
    left = list(line)
    while left:
        token = left.pop(0)
        role = words.role(token.text.removeprefix("--"))
        # Whose correction it is, is what it seems to be.
        if not role or (len(first) < 2 and not token.text.startswith("--")):
            if len(first) < 2 or words.small(token.text) is None:
                first.append(token.text)
            continue
        said = _single(said, role, token, left)
    return said._replace(words=tuple(first))


def _single(said: Said, role: str, token: Token, left: list[Token]) -> Said:
    """A role and the one value behind it."""
    if role == "concede":
        return said._replace(concede=True)
    if not left:
        raise WrongUsage(_("nothing stands after {word}").format(word=token.text))
    value = left.pop(0)
    if role in MANY:
        return _with(said, role, (*getattr(said, role), value.text))
    if getattr(said, role):
        raise twice(token.text)
    return _with(said, role, value.text)


def _with(said: Said, role: str, value: Any) -> Said:
    return said._replace(**{role: value})


def _contract_at(line: Sequence[Token], at: int) -> int:
    """How many words make a contract here: one, or a level and its suit; else none."""
    if at >= len(line):
        return 0
    if contracts.looks_like(line[at].text):
        return 1
    if contracts.level(line[at].text) is not None:
        for count in (3, 2):
            text = " ".join(token.text for token in line[at + 1 : at + count])
            if len(line) >= at + count and words.suit(text) is not None:
                return count
    return 0


def _begins(token: Token, table: Table) -> bool:
    """Whether a name of this table begins with a word."""
    wanted = names.key(token.text)
    return bool(wanted) and any(names.key(one).startswith(wanted) for one in table.players)


def _beginning(line: Sequence[Token], table: Table) -> Beginning | None:
    said = Said(())
    at = 0
    while at < len(line):
        token = line[at]
        count = _contract_at(line, at)
        # Before a contract a player's whole name is his, though it may look like one.
        if count and not (at == 0 and _is_declarer(line, count, table)):
            text = " ".join(one.text for one in line[at : at + count])
            # `сыграл мизер` says the outcome before its word.
            made = [one for one in line[1:at] if words.small(one.text) == "made"]
            return Beginning(said, text, [*made, *line[at + count :]])
        if at == 0 and _is_dealer(line):
            said, at = said._replace(dealer=line[1].text), 1
        elif _two(line, at):
            said, at = said._replace(concede=True), at + 1
        elif _is_verb(line, at):
            given_up = words.role(token.text) == "concede"
            said = said._replace(concede=said.concede or given_up)
        elif said.words:
            return None
        else:
            said = said._replace(words=(token.text,))
        at += 1
    return None


def _is_verb(line: Sequence[Token], at: int) -> bool:
    """Whether a word before the contract says that somebody plays it, or gives it up."""
    if line[at].player or (at == 0 and _contract_at(line, 1)):
        return False
    return words.role(line[at].text) in ("by", "concede") or (
        at > 0 and words.small(line[at].text) in ("", "made")
    )


def _is_dealer(line: Sequence[Token]) -> bool:
    """Whether a line begins with who deals, before who declares."""
    return (
        len(line) > 2
        and not line[0].player
        and words.role(line[0].text) == "dealer"
        and not _contract_at(line, 1)
    )


def _two(line: Sequence[Token], at: int) -> bool:
    """Whether two words say together that the contract is given up."""
    return words.folded(" ".join(one.text for one in line[at : at + 2])) in words.TWO_WORDS


def _is_declarer(line: Sequence[Token], count: int, table: Table) -> bool:
    """Whether what looks like a contract is a name, a contract or its verb being next."""
    if count != 1:
        return False
    if _contract_at(line, 1):
        return line[0].player is not None or _begins(line[0], table)
    return line[0].player is not None and len(line) > 1 and (_is_verb(line, 1) or _two(line, 1))


def _with_both(beginning: Beginning, table: Table) -> list[Token]:
    """The rest with the names of both defenders behind their role: `все пас` is `пас: А, Б`."""
    rest = list(beginning.rest)
    try:
        declarer = names.find(beginning.said.words[0], table.players)
    except (IndexError, WrongUsage):
        return rest
    both = [Token(one, ",", one) for one in table.active if one != declarer][:2]
    for at, (one, other) in enumerate(pairwise(rest)):
        for everybody, role in ((one, other), (other, one)):
            if everybody.player or role.player or words.role(role.text) not in MANY:
                continue
            if words.is_everybody(everybody.text) and not _begins(everybody, table):
                return [*rest[:at], role._replace(marks=":"), *both, *rest[at + 2 :]]
    return rest


# --- what follows the contract


def _readings(beginning: Beginning, table: Table) -> Said:
    """What the rest says, if all the ways to read it agree."""
    found: list[Said] = []
    failed: list[WrongUsage] = []
    readings: tuple[Callable[[Token], bool], ...] = (
        lambda token: False,
        lambda token: words.is_verb(token.text),
    )
    for behind in readings:
        try:
            found.append(_Rest(beginning, table, behind).said())
        except WrongUsage as error:
            failed.append(error)
    if len(found) == len(readings) and found[0] != found[1]:
        raise WrongUsage(
            _("this can be read in two ways: who whists, who passes?"),
            _("put commas between them, or the word before the name: {whist} {one}").format(
                whist=words.ROLES["whist"].shown(), one=table.active[0]
            ),
        )
    if found:
        return found[0]
    try:
        return _Rest(beginning, table, lambda token: True).said()
    except WrongUsage:
        raise failed[0] from None


class _Rest:
    """Reads what stands behind the contract, from left to right."""

    def __init__(self, beginning: Beginning, table: Table, behind: Callable[[Token], bool]) -> None:
        self.table = table
        self.behind = behind
        self.contract = contracts.read(beginning.contract)
        self.result = beginning.said
        self.first = [*beginning.said.words, str(self.contract)]
        self.left = list(beginning.rest)
        self.tricks: int | None = None
        self.down: int | None = None
        # The bare names, each with its tricks as `W=3`; the last one may get a number yet.
        self.bare: list[str] = []
        self.open = False
        self.role = ""

    def said(self) -> Said:
        while self.left:
            self._take(self.left.pop(0))
        return self._finished()

    def _take(self, token: Token) -> None:
        role = self._role(token)
        if role:
            self._say(role, token)
        elif token.player is None and words.multiple(token.text):
            self._multiply(words.multiple(token.text) or 1, token)
        elif self._small(token) == "down":
            self._undertricks(token)
        elif self._small(token) == "made" and self.contract == "misere":
            self._number(0, token)
        elif self._small(token) is not None:
            pass
        elif self._value(token) is not None:
            self._number(self._value(token) or 0, token)
        else:
            self._name(token)

    def _role(self, token: Token) -> str:
        word = token.text.removeprefix("--")
        role = words.role(word)
        if token.text.startswith("--") and role:
            return role
        if not role and _two([token, *self.left[:1]], 0):
            self.left.pop(0)
            return "concede"
        if not role or (token.player is not None and self._is_name(word, role)):
            return ""
        if not words.is_first(word):
            self._refuse_a_beginning(token)
        # `W whists`: in a hand the word can only be the verb.
        return "whist" if role == "whists" else role

    def _is_name(self, word: str, role: str) -> bool:
        """Whether a word that is a whole name is meant as the name.

        What version 0.1 read as a role still is one, if there are defenders.
        """
        return not words.is_first(word) or (
            role in MANY and not isinstance(self.contract, Contract)
        )

    def _small(self, token: Token) -> str | None:
        small = words.small(token.text)
        if token.player is not None:
            return small if small == "down" and self._says_again(token) else None
        if small is not None:
            self._refuse_a_beginning(token)
        return small

    def _refuse_a_beginning(self, token: Token) -> None:
        """A new word that begins a name could be either."""
        if token.player is None and _begins(token, self.table):
            player = names.find(token.text, self.table.players)
            raise WrongUsage(
                _("{word} could be {players}").format(word=token.text, players=player),
                _("write the name in full: {player}").format(player=player),
            )

    def _value(self, token: Token) -> int | None:
        if token.player is not None:
            return None
        if token.text.isascii() and token.text.isdigit() and len(token.text) < 4:
            return None if _begins(token, self.table) and self.tricks_known() else int(token.text)
        number = words.number(token.text)
        if number is not None:
            self._refuse_a_beginning(token)
        return number

    def tricks_known(self) -> bool:
        return self.tricks is not None or bool(self.bare)

    def _says_again(self, token: Token) -> bool:
        """Whether a name like `down` only says what the tricks have said, as sentences do."""
        if self.bare or not self.left or not isinstance(self.contract, Contract):
            return False
        said = self._value(self.left[0])
        if self.result.concede:
            return said == _WITHOUT_THREE
        return self.tricks is not None and said == self.contract.level - self.tricks

    def _multiply(self, times: int, token: Token) -> None:
        """`doubled`: the coefficient by its word."""
        self._refuse_a_beginning(token)
        if self.result.times:
            raise twice(token.text)
        self.open = False
        self.result = self.result._replace(times=str(times))

    # --- numbers

    def _number(self, number: int, token: Token) -> None:
        if isinstance(self.contract, Contract) or self.contract == "pass":
            if self.open:
                self._give(number)
                return
            if self.contract != "pass" and self.tricks is None:
                self.tricks = number
                return
        elif self.tricks is None:
            self.tricks = number
            return
        self.bare.append(token.text)

    def _give(self, number: int) -> None:
        """The tricks of the name before them."""
        self.open = False
        if self.role:
            given = getattr(self.result, self.role)
            self.result = _with(self.result, self.role, (*given[:-1], f"{given[-1]}={number}"))
        else:
            self.bare[-1] = f"{self.bare[-1]}={number}"

    def _undertricks(self, token: Token) -> None:
        number = self._value(self.left[0]) if self.left else None
        if number is None or not isinstance(self.contract, Contract):
            raise WrongUsage(_("nothing stands after {word}").format(word=token.text))
        self.left.pop(0)
        self.open = False
        self.down = number

    # --- names

    def _name(self, token: Token) -> None:
        self.role = ""
        self.bare.append(token.text)
        self.open = self._may_take(token)

    def _may_take(self, token: Token) -> bool:
        """Whether a number behind a name can be his tricks: he has none yet."""
        return "=" not in token.text.replace(token.player or "", "") and (
            token.player is not None or not token.text[-1:].isdigit()
        )

    def _say(self, role: str, token: Token) -> None:
        if role == "concede":
            self.result = self.result._replace(concede=True)
            return
        before = not token.text.startswith("--") and not token.opens and self.behind(token)
        if before and self._claim(role, token):
            return
        if not self.left or token.goes_on or token.closes:
            raise WrongUsage(_("nothing stands after {word}").format(word=token.text))
        if role not in MANY:
            if getattr(self.result, role):
                raise twice(token.text)
            self.open = False
            self.result = _with(self.result, role, self.left.pop(0).text)
            return
        self._list(role, token)

    def _claim(self, role: str, token: Token) -> bool:
        """Take the bare names right before a verb; more than one if it is said of several."""
        if self.role or not self.bare or not self._names_a_player(self.bare[-1]):
            return False
        count = len(self.bare) if words.is_plural(token.text) else 1
        claimed = self.bare[-count:]
        del self.bare[-count:]
        self.open = False
        if role in MANY:
            self.result = _with(self.result, role, (*getattr(self.result, role), *claimed))
        elif len(claimed) == 1 and not getattr(self.result, role):
            self.result = _with(self.result, role, claimed[0])
        else:
            raise twice(token.text)
        return True

    def _list(self, role: str, token: Token) -> None:
        """A value, and as many more as commas, `and` or a colon add."""
        first = True
        while self.left and (first or self._is_one_more(token)):
            value = self.left.pop(0)
            if not first and words.small(value.text) == "and" and not value.player:
                value = self.left.pop(0)
            token = value._replace(marks=value.marks + (":" if token.opens else ""))
            self.role = role
            self.result = _with(self.result, role, (*getattr(self.result, role), value.text))
            self.open = self._may_take(value)
            if self.open and self.left:
                number = self._value(self.left[0])
                if number is not None:
                    marks = self.left.pop(0).marks
                    self._give(number)
                    token = token._replace(marks=token.marks + marks)
            first = False

    def _is_one_more(self, last: Token) -> bool:
        following = self.left[0]
        connected = words.small(following.text) == "and" and not following.player
        if last.closes or not (last.goes_on or last.opens or connected):
            return False
        at = 1 if connected else 0
        if len(self.left) <= at or not self._names_a_player(self.left[at].text):
            return False
        # `вист А, Б пас`: the second name has a word of its own behind it.
        behind = self.left[at + 1] if len(self.left) > at + 1 else Token("")
        own = words.role(behind.text) in MANY and not behind.player and not behind.opens
        return last.opens or not own

    def _names_a_player(self, word: str) -> bool:
        try:
            names.find(word.partition("=")[0] if word.count("=") == 1 else word, self.table.players)
        except WrongUsage:
            return names.same(word.rpartition("=")[0], self.table.players) is not None
        return True

    # --- the whole

    def _finished(self) -> Said:
        result = self.result
        if self.down is not None:
            assert isinstance(self.contract, Contract)
            tricks = self.contract.level - self.down
            defended = bool(self.bare or result.whist)
            if result.concede or (
                not defended and self.tricks is None and self.down == _WITHOUT_THREE
            ):
                if self.down != _WITHOUT_THREE:
                    raise WrongUsage(_("a contract is given up without three"), _("leave it out"))
                result = result._replace(concede=True)
            elif self.tricks is not None and self.tricks != tricks:
                raise WrongUsage(
                    _("{tricks} tricks on {contract} are not down {down}").format(
                        tricks=self.tricks, contract=self.contract, down=self.down
                    ),
                    _("count them again"),
                )
            else:
                self.tricks = tricks
        counted = [] if self.tricks is None else [str(self.tricks)]
        return result._replace(words=(*self.first, *counted, *self.bare))
