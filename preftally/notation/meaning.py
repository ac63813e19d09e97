"""The entry that somebody's words mean, at a table: `understood`. Their grammar is in `said`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from preftally.engine.legality import TALON_CARDS
from preftally.engine.model import (
    TRICKS,
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Ended,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
    Suit,
    Table,
)
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import contracts, names, words
from preftally.notation.grammar import Said
from preftally.notation.hearing import heard
from preftally.notation.keyboard import other_layout
from preftally.notation.spelling import line as line_of


class WhoDeclares(WrongUsage):
    """The words fit several declarers."""

    def __init__(self, players: Sequence[Player], *, defended: bool = False) -> None:
        super().__init__(
            _("who declares: {players}?").format(players=_(" or ").join(players)),
            _("name the other defender as well, or the declarer: --by PLAYER")
            if defended
            else _("name the declarer: --by PLAYER"),
        )


class OtherLayout(WrongUsage):
    """The words mean nothing, and on the other keyboard layout they do: `line`."""

    def __init__(self, message: str, line: str) -> None:
        super().__init__(message, _("typed on another keyboard layout? {line}").format(line=line))
        self.line = line


def understood(said: Said, table: Table) -> Hand:
    """The entry that was meant, at this table; its note is for whoever records it.

    Raises `WrongUsage` for words that cannot be understood; whether the hand can
    be is for `legality` to say.
    """
    try:
        return _understood(said, table)
    except WhoDeclares:
        raise
    except WrongUsage as error:
        line = other_layout(" ".join(said.words)) if said == Said(said.words) else ""
        if not line or not _means_something(Said(tuple(line.split())), table):
            raise
        raise OtherLayout(error.message, line) from None


def _means_something(said: Said, table: Table) -> bool:
    try:
        _understood(said, table)
    except WrongUsage:
        return False
    return True


def _understood(said: Said, table: Table) -> Hand:
    said = heard(said, table)
    other = words.no_hand(said.words[0]) if said.words else ""
    if other and not _declares(said.words, table):
        return _OTHERS[other](said, table)
    if said.pool or said.mountain or said.whists or said.on:
        raise WrongUsage(
            _("a hand writes its figures itself"),
            _("a correction begins with its word: {line}").format(
                line=line_of(Correction(table.players[0], mountain=2))
            ),
        )
    return _Listener(said, table).hand()


def _declares(line: Sequence[str], table: Table) -> bool:
    """Whether a player who is called as such an entry is declares: a contract follows."""
    return (
        len(line) > 1
        and contracts.looks_like(line[1])
        and names.key(line[0]) in {names.key(player) for player in table.players}
    )


def _correction(said: Said, table: Table) -> Correction:
    return Correction(
        player=names.find(_only_name(said, table), table.players),
        pool=_points(said.pool),
        mountain=_points(said.mountain),
        whists=_points(said.whists),
        on=names.find(said.on, table.players) if said.on else None,
    )


def _joined(said: Said, table: Table) -> Joined:
    # The same name in another spelling is the same player, whom the table will refuse.
    return Joined(player=names.newcomer(_only_name(said, table), table.players))


def _left(said: Said, table: Table) -> Left:
    return Left(player=names.find(_only_name(said, table), table.players))


def _ended(said: Said, table: Table) -> Ended:
    _nothing_of_a_hand(said, 1, table)
    return Ended()


_OTHERS: dict[str, Callable[[Said, Table], Correction | Joined | Left | Ended]] = {
    "adjust": _correction,
    "join": _joined,
    "leave": _left,
    "end": _ended,
}


def _only_name(said: Said, table: Table) -> str:
    """The name after the word, and no role or number of a hand beside it."""
    _nothing_of_a_hand(said, 2, table)
    if len(said.words) < 2:
        raise WrongUsage(_("whom does {word} mean?").format(word=said.words[0]))
    return said.words[1]


def _nothing_of_a_hand(said: Said, count: int, table: Table) -> None:
    """Raise `WrongUsage` for what stands after so many words, and for what only hands have."""
    roles = (said.by, *said.whist, *said.passed, *said.half, said.dealer, said.talon)
    times = ("times", said.times) if said.times else ()
    stray = [
        *said.words[count:],
        *(word for word in roles if word),
        *(["concede"] * said.concede),
        *times,
    ]
    if stray:
        text = " ".join(stray)
        if words.no_hand(said.words[0]) == "adjust" and not text.strip("-+0123456789"):
            example = _for_example(Correction(table.players[0], mountain=2))
            raise WrongUsage(_("{words}: in which column?").format(words=text), example)
        raise WrongUsage(_("{words}: this belongs to a hand").format(words=text), _("leave it out"))


def _points(text: str) -> int:
    """A signed whole number; nothing is zero. Raises `WrongUsage`."""
    if not text:
        return 0
    text = re.sub("^[−–—]", "-", text)
    digits = text.removeprefix("-").removeprefix("+")
    if _is_number(digits) and len(digits) > 4:
        raise WrongUsage(_("{text} is too much").format(text=text), _("at most four digits"))
    if not _is_number(digits) or len(text) - len(digits) > 1:
        raise WrongUsage(
            _("{text} is not a whole number").format(text=text), _("for example 2 or -2")
        )
    return -int(digits) if text.startswith("-") else int(digits)


class _Listener:
    """Takes the words of a hand apart."""

    def __init__(self, said: Said, table: Table) -> None:
        self.said = said
        self.dealer = names.find(said.dealer, table.players) if said.dealer else None
        self.table = table._replace(dealer=self.dealer) if self.dealer else table
        self.times = coefficient(said.times)
        before, word, self.after = self._at_contract()
        if said.by:
            before = [said.by, *before]
        if len(before) > 1:
            raise WrongUsage(
                _("{words}: only one can declare").format(words=" ".join(before)),
                _("begin with the declarer, then the contract"),
            )
        self.named = self.player(before[0]) if before else None
        self.contract = contracts.read(word)

    def _at_contract(self) -> tuple[list[str], str, list[str]]:
        words = list(self.said.words)
        if not words:
            raise WrongUsage(_("no contract was given"), self._example())
        keys = {names.key(player) for player in self.table.players}
        for number, word in enumerate(words[:2]):
            # Before a contract a player's whole name is his, though it may look like one.
            before = number == 0 and contracts.looks_like("".join(words[1:2]))
            is_name = before and names.key(word) in keys
            if contracts.looks_like(word) and not is_name:
                return words[:number], word, words[number + 1 :]
        # If the first word is a player, it is the second that is no contract.
        declared = len(words) > 1 and self._is_player(words[0])
        return words[:declared], words[declared], words[declared + 1 :]

    def _is_player(self, word: str) -> bool:
        try:
            self.player(word)
        except WrongUsage:
            return False
        return True

    def player(self, word: str) -> Player:
        return names.find(word, self.table.players)

    def player_and_tricks(self, word: str) -> tuple[Player, int | None]:
        """`W`, `W=3` or `W3`; a name that ends in a digit comes before a number."""
        if self._is_begun_by(word):
            return self.player(word), None
        glued = self._glued(word)
        if glued is not None:
            return self.player(glued[0]), int(glued[1])
        name, equals, tricks = word.rpartition("=")
        if not equals:
            # Without its digits, what was meant as a name is what will be complained of.
            name = word.rstrip("0123456789") or word
            tricks = word.removeprefix(name)
        return self.player(name), number(tricks) if tricks or equals else None

    def _glued(self, word: str) -> tuple[str, str] | None:
        """A name and the tricks right behind it, as `W3` or `W10`.

        Raises `WrongUsage` where names that end in digits leave two ways to read it.
        """
        splits = [(word[:-count], word[-count:]) for count in (1, 2) if word[:-count]]
        fitting = [
            (name, tricks)
            for name, tricks in splits
            if _is_number(tricks) and int(tricks) <= TRICKS and self._is_begun_by(name)
        ]
        if len(fitting) > 1:
            ways = _(" or ").join(f"{name}={tricks}" for name, tricks in fitting)
            raise WrongUsage(
                _("{word} could be {players}").format(word=word, players=ways),
                _("write it with an equals sign"),
            )
        return fitting[0] if fitting else None

    def _is_begun_by(self, word: str) -> bool:
        """Whether a player's name begins so."""
        key = names.key(word)
        return any(names.key(player).startswith(key) for player in self.table.players)

    def hand(self) -> Hand:
        if isinstance(self.contract, Contract):
            return self._contracted(self.contract)
        self._no_defenders()
        if self.contract == "misere":
            return self._misere()
        if self.contract == "misdeal":
            again = ["times", self.said.times] if self.said.times else []
            self._nothing_more([*self.after, *again], _("nothing is written on a misdeal"))
            self._nothing_more([self.named] if self.named else [], _("nobody declares a misdeal"))
            return Misdeal(dealer=self.dealer)
        self._nothing_more([self.named] if self.named else [], _("nobody declares an all-pass"))
        return self._all_pass()

    def _nothing_more(self, words: Sequence[str], why: str) -> None:
        if words:
            raise WrongUsage(f"{' '.join(words)}: {why}", _("leave it out"))

    def _no_defenders(self) -> None:
        said = self.said
        if said.whist or said.passed or said.half:
            words = " ".join([*said.whist, *said.passed, *said.half])
            why = _("nobody whists or passes on a misère or an all-pass")
            self._nothing_more([words], why)
        if said.concede:
            raise WrongUsage(_("only a contract can be conceded"), _("leave --concede out"))
        if said.talon:
            raise WrongUsage(_("only a contract has a talon bonus"), _("leave --talon out"))

    def _misere(self) -> Misere:
        tricks: int | None = None
        declarer = self.named
        for word in self.after:
            if tricks is None and _is_number(word):
                tricks = number(word)
            elif declarer is None:
                declarer = self.player(word)
            else:
                self._nothing_more([word], _("a misère needs its declarer and his tricks only"))
        if declarer is None:
            raise WhoDeclares(self.table.active)
        if tricks is None:
            raise WrongUsage(
                _("how many tricks did the misère take?"), _for_example(Misere(declarer, 0))
            )
        return Misere(declarer=declarer, tricks=tricks, dealer=self.dealer, times=self.times)

    def _all_pass(self) -> AllPass:
        taken: dict[Player, int] = {}
        if not self.after:
            raise WrongUsage(_("who took how many tricks?"), self._example_of_all_pass())
        for word in self._clockwise(self.after):
            player, tricks = self.player_and_tricks(word)
            if tricks is None:
                raise WrongUsage(
                    _("how many tricks did {player} take?").format(player=player),
                    self._example_of_all_pass(),
                )
            if player in taken:
                raise WrongUsage(_("{player} is named twice").format(player=player))
            taken[player] = tricks
        return AllPass(taken=taken, dealer=self.dealer, times=self.times)

    def _example(self) -> str:
        one, other, third = self.table.active
        contract = Contract(7, Suit.SPADES)
        return _for_example(Contracted(contract, one, 5, whist=(other,), passed=(third,)))

    def _example_of_all_pass(self) -> str:
        return _for_example(AllPass(dict(zip(self.table.active, (1, 5, 4), strict=True))))

    def _clockwise(self, counts: Sequence[str]) -> Sequence[str]:
        """Bare numbers are those of the table, clockwise from the dealer's left."""
        bare = [count for count in counts if _is_number(count)]
        seats = self.table.from_left
        if not bare or any(self._is_player(count) for count in bare):
            return counts
        if len(bare) < len(counts) or len(bare) not in (len(self.table.active), len(seats)):
            raise WrongUsage(
                _("{words}: whose tricks are these?").format(words=" ".join(bare)),
                _("one number each, clockwise from the dealer's left: {players}").format(
                    players=", ".join(self.table.active)
                ),
            )
        return [f"{player}={count}" for player, count in zip(seats, bare, strict=False)]

    def _contracted(self, contract: Contract) -> Hand:
        taken: dict[Player, int] = {}
        tricks, whist = self._positional(taken)
        # In the short form a defender who is not named has passed.
        short = bool(whist) or (self.named is not None and not self.said.by)
        whist += [self._and_tricks(word, taken) for word in self.said.whist]
        passed = [self._and_tricks(word, taken) for word in self.said.passed]
        half = [self._and_tricks(word, taken) for word in self.said.half]
        if self.said.concede:
            return self._conceded(contract, [*whist, *passed, *half], tricks)
        named = [*whist, *passed, *half]
        declarer = self.named or self._only_one_left(named, short=short)
        if short:
            passed += [one for one in self.table.active if one not in (*named, declarer)]
        return Contracted(
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            whist=tuple(whist),
            passed=tuple(passed),
            half=tuple(half),
            taken=taken,
            talon=self._talon(),
            dealer=self.dealer,
            times=self.times,
        )

    def _positional(self, taken: dict[Player, int]) -> tuple[int | None, list[Player]]:
        """The bare words after the contract: the declarer's tricks, then whisters."""
        tricks: int | None = None
        whist: list[Player] = []
        for place, word in enumerate(self.after):
            if place == 0 and (_is_number(word) or not self._names_a_player(word)):
                tricks = number(word)
            else:
                whist.append(self._and_tricks(word, taken))
        return tricks, whist

    def _and_tricks(self, word: str, taken: dict[Player, int]) -> Player:
        """The player whom a word names; the tricks beside the name are put among the taken."""
        player, own = self.player_and_tricks(word)
        if own is not None:
            taken[player] = own
        return player

    def _names_a_player(self, word: str) -> bool:
        try:
            self.player_and_tricks(word)
        except WrongUsage:
            # A word of letters was meant as a name; anything else as a number.
            return word[:1].isalpha()
        return True

    def _only_one_left(self, named: Sequence[Player], *, short: bool) -> Player:
        left = [player for player in self.table.active if player not in named]
        # A resting dealer may whist at some tables: who declares then is nobody's to guess.
        if short and len(left) > 1 and self.table.resting in self._whisters(named):
            raise WhoDeclares(left, defended=True)
        # Whoever is named twice, or does not play, is the mistake that will be shown.
        mistaken = len({*named} & {*self.table.active}) < len(named)
        if len(left) == 1 or (left and mistaken):
            return left[0]
        if left:
            raise WhoDeclares(left, defended=bool(named))
        raise WrongUsage(
            _("all three are named as defenders: nobody is left to declare"),
            _("name the two defenders, or the declarer: --by PLAYER"),
        )

    def _whisters(self, named: Sequence[Player]) -> Sequence[Player]:
        """Those of the named who are not said to have passed, or to have taken half a whist."""
        return named[: len(named) - len(self.said.passed) - len(self.said.half)]

    def _conceded(self, contract: Contract, named: Sequence[Player], tricks: int | None) -> Hand:
        self._nothing_more(named, _("nobody whists or passes when the contract is conceded"))
        if tricks is not None:
            self._nothing_more([str(tricks)], _("no tricks are played when it is conceded"))
        self._talon_refused()
        if self.named is None:
            raise WhoDeclares(self.table.active)
        return Conceded(
            contract=contract, declarer=self.named, dealer=self.dealer, times=self.times
        )

    def _talon_refused(self) -> None:
        if self.said.talon:
            raise WrongUsage(_("a conceded contract has no talon bonus"), _("leave --talon out"))

    def _talon(self) -> str:
        cards = self.said.talon.strip().upper()
        if cards and cards not in TALON_CARDS:
            raise WrongUsage(
                _("{cards}: not a talon that earns a bonus").format(cards=self.said.talon),
                _("one of: {words}").format(words=", ".join(TALON_CARDS)),
            )
        return cards


def _for_example(hand: Hand) -> str:
    return _("for example: {line}").format(line=line_of(hand))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def number(word: str) -> int:
    """A number of tricks; whether it is one of 0 to 10 the rules will say.

    Raises `WrongUsage` for all but plain digits.
    """
    if not _is_number(word) or len(word) > 3:
        raise WrongUsage(
            _("{word} is not a number of tricks").format(word=word or '""'),
            _("tricks are 0 to 10, in plain digits"),
        )
    return int(word)


def coefficient(text: str) -> int:
    """The coefficient of a hand; whether it is one of 1 to 16 the rules will say."""
    if not text:
        return 1
    if not _is_number(text) or len(text) > 3:
        raise WrongUsage(
            _("{word} is not a coefficient").format(word=text),
            _("how many times a hand counts: 1 to 16, in plain digits"),
        )
    return int(text)
