"""What a person says of one hand, understood: the options of `hand` and its short form.

The short form is the same for `hand` and for `play`:

    [DECLARER] CONTRACT [TRICKS] [WHISTER[=TRICKS]] [WHISTER[=TRICKS]] [WORD VALUE]...

    s 7s 5 w          S declared seven spades and took five; W whisted, the other passed
    6d 7 e2 s1        both whisted, so the third declared
    s 6c              nobody whisted
    s 7h half e       E took a half-whist
    e misere 2        a misère that took two tricks
    pass w1 e5 s4     an all-pass
    w 8nt concede     given up: without three
    misdeal           a deal thrown in
    adjust e mountain 2 note wrong deal
    join gleb         a fourth player sits down
    leave gleb        one of four goes

In it, a defender who is not named has passed. The words `by`, `whist`, `pass`,
`half`, `dealer`, `talon`, `pool`, `mountain`, `whists`, `on`, `note` take a value,
as the options of the same names do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, assert_never

from preftally.engine.legality import TALON_CARDS
from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
    Table,
    is_dealt,
)
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.session import contracts, names
from preftally.session.fields import Record

_KEYWORDS = {
    "by": "by", "играет": "by",
    "whist": "whist", "вист": "whist", "вистует": "whist",
    "pass": "passed", "пас": "passed", "пасует": "passed",
    "half": "half", "полвиста": "half",
    "dealer": "dealer", "сдаёт": "dealer", "сдает": "dealer",
    "talon": "talon", "прикуп": "talon",
    "note": "note", "заметка": "note",
    "pool": "pool", "пуля": "pool", "mountain": "mountain", "гора": "mountain",
    "whists": "whists", "висты": "whists", "on": "on", "на": "on",
    "concede": "concede", "без3": "concede", "отдаёт": "concede", "отдает": "concede",
}  # fmt: skip
_ENDING_DIGITS = r"(?s)(.*?[^0-9=])([0-9]{1,3})"


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


class WhoDeclares(WrongUsage):
    """The words fit several declarers; `players` are those."""

    def __init__(self, players: Sequence[Player], *, defended: bool = False) -> None:
        super().__init__(
            _("who declares: {players}?").format(players=_(" or ").join(players)),
            _("name the other defender as well, or the declarer with --by")
            if defended
            else _("name the declarer with --by"),
        )
        self.players = tuple(players)


def spoken(line: Sequence[str]) -> Said:
    """The words of a line in which options are words: `whist E=2` or `--whist E=2`.

    Raises `WrongUsage` for a word that lacks its value.
    """
    said = Said(())
    words = list(line)
    while words:
        word = words.pop(0)
        option = _KEYWORDS.get(word.removeprefix("--").casefold())
        # Before the contract or the name of a correction a bare word is what it seems to be:
        # the all-pass, or a player of that name.
        if option is None or not (word.startswith("--") or _may_follow(said.words)):
            said = said._replace(words=(*said.words, word))
        elif option == "concede":
            said = said._replace(concede=True)
        elif not words:
            raise WrongUsage(_("nothing stands after {word}").format(word=word))
        elif option == "note":
            said, words = said._replace(note=" ".join(words)), []
        elif option in ("whist", "passed", "half"):
            said = _with(said, option, (*getattr(said, option), words.pop(0)))
        else:
            said = _with(said, option, words.pop(0))
    return said


def together(said: Said, options: Said) -> Said:
    """What was said in bare words and what in options, as one.

    Where both give the one value there can be, the option's is taken.
    """
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
    )


def _with(said: Said, option: str, value: Any) -> Said:
    return said._replace(**{option: value})


def _may_follow(words: Sequence[str]) -> bool:
    """Whether a word may be an option's: the contract, or whose correction it is, was said."""
    if words and words[0].casefold() in _OTHERS:
        return len(words) > 1
    return any(contracts.looks_like(word) for word in words)


def understood(said: Said, table: Table) -> Record:
    """The entry that was meant, at this table.

    Raises `WrongUsage` for words that cannot be understood; whether the hand can
    be is for `legality` to say.
    """
    note = names.check_note(said.note)
    other = _OTHERS.get(said.words[0].casefold()) if said.words else None
    if other is not None:
        return Record(other(said, table), note)
    if said.pool or said.mountain or said.whists or said.on:
        raise WrongUsage(
            _("a hand writes its figures itself"),
            _("a correction begins with its word: adjust E --mountain 2"),
        )
    return Record(_Listener(said, table).hand(), note)


def _correction(said: Said, table: Table) -> Correction:
    return Correction(
        player=names.find(_only_name(said), table.players),
        pool=_points(said.pool),
        mountain=_points(said.mountain),
        whists=_points(said.whists),
        on=names.find(said.on, table.players) if said.on else None,
    )


def _joined(said: Said, table: Table) -> Joined:
    name = names.check_text(_only_name(said).strip(), _("a player's name"))
    if not name:
        raise WrongUsage(_("a player's name is empty"), _("give every player a name"))
    # The same name in another spelling is the same player, whom the table will refuse.
    same = [player for player in table.players if names.key(player) == names.key(name)]
    return Joined(player=same[0] if same else name)


def _left(said: Said, table: Table) -> Left:
    return Left(player=names.find(_only_name(said), table.players))


_OTHERS: dict[str, Callable[[Said, Table], Correction | Joined | Left]] = {
    **dict.fromkeys(("adjust", "правка"), _correction),
    **dict.fromkeys(("join", "сел"), _joined),
    **dict.fromkeys(("leave", "ушёл", "ушел"), _left),
}


def _only_name(said: Said) -> str:
    """The name after the word, and no role or number of a hand beside it."""
    roles = (said.by, *said.whist, *said.passed, *said.half, said.dealer, said.talon)
    stray = [*said.words[2:], *(word for word in roles if word), *(["concede"] * said.concede)]
    if stray:
        raise WrongUsage(
            _("{words}: this belongs to a hand").format(words=" ".join(stray)), _("leave it out")
        )
    if len(said.words) < 2:
        raise WrongUsage(_("whom does {word} mean?").format(word=said.words[0]))
    return said.words[1]


def _points(text: str) -> int:
    """A signed whole number; nothing is zero. Raises `WrongUsage`."""
    if not text:
        return 0
    digits = text.removeprefix("-").removeprefix("+")
    if not _is_number(digits) or len(digits) > 4 or len(text) - len(digits) > 1:
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
        before, word, self.after = self._at_contract()
        if said.by:
            before = [said.by, *before]
        if len(before) > 1:
            raise WrongUsage(
                _("{words}: only one can declare").format(words=" ".join(before)),
                _("begin with the declarer, then the contract"),
            )
        self.named = self.player(before[0]) if before else None
        # In the short form a defender who is not named has passed.
        self.short = bool(before) and not said.by
        self.contract = contracts.read(word)

    def _at_contract(self) -> tuple[list[str], str, list[str]]:
        words = list(self.said.words)
        if not words:
            raise WrongUsage(_("no contract was given"), _("for example 7S 5 --whist W --pass E"))
        # A first word that is a player's name is one, though it may look like a contract.
        for number, word in enumerate(words[:2]):
            if contracts.looks_like(word):
                return words[:number], word, words[number + 1 :]
        return [], words[0], words[1:]

    def player(self, word: str) -> Player:
        return names.find(word, self.table.players)

    def player_and_tricks(self, word: str) -> tuple[Player, int | None]:
        """`W`, `W=3` or `W3`; a name that ends in a digit comes before a number."""
        key = names.key(word)
        if any(names.key(player).startswith(key) for player in self.table.players):
            return self.player(word), None
        name, equals, tricks = word.rpartition("=")
        if not equals:
            digits = re.fullmatch(_ENDING_DIGITS, word)
            if digits is None:
                return self.player(word), None
            name, tricks = digits.groups()
        return self.player(name), number(tricks)

    def hand(self) -> Hand:
        if isinstance(self.contract, Contract):
            return self._contracted(self.contract)
        self._no_defenders()
        if self.contract == "misere":
            return self._misere()
        if self.contract == "misdeal":
            self._nothing_more(self.after, _("nothing is written on a misdeal"))
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
                _("how many tricks did the misère take?"), _("for example: misere 0 --by E")
            )
        return Misere(declarer=declarer, tricks=tricks, dealer=self.dealer)

    def _all_pass(self) -> AllPass:
        taken: dict[Player, int] = {}
        for word in self.after:
            player, tricks = self.player_and_tricks(word)
            if tricks is None:
                raise WrongUsage(
                    _("how many tricks did {player} take?").format(player=player),
                    _("for example: pass W=1 E=5 S=4"),
                )
            if player in taken:
                raise WrongUsage(_("{player} is named twice").format(player=player))
            taken[player] = tricks
        return AllPass(taken=taken, dealer=self.dealer)

    def _contracted(self, contract: Contract) -> Hand:
        tricks, whist, taken = self._positional()
        for word in self.said.whist:
            player, own = self.player_and_tricks(word)
            whist.append(player)
            if own is not None:
                taken[player] = own
        passed = [self.player(word) for word in self.said.passed]
        half = [self.player(word) for word in self.said.half]
        if self.said.concede:
            return self._conceded(contract, [*whist, *passed, *half], tricks)
        named = [*whist, *passed, *half]
        declarer = self.named or self._only_one_left(named)
        if self.short:
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
        )

    def _positional(self) -> tuple[int | None, list[Player], dict[Player, int]]:
        """The bare words after the contract: the declarer's tricks, then whisters."""
        tricks: int | None = None
        whist: list[Player] = []
        taken: dict[Player, int] = {}
        for place, word in enumerate(self.after):
            if place == 0 and (_is_number(word) or not self._names_a_player(word)):
                tricks = number(word)
                continue
            player, own = self.player_and_tricks(word)
            whist.append(player)
            self.short = True
            if own is not None:
                taken[player] = own
        return tricks, whist, taken

    def _names_a_player(self, word: str) -> bool:
        try:
            self.player_and_tricks(word)
        except WrongUsage:
            # A word of letters was meant as a name; anything else as a number.
            return word[:1].isalpha()
        return True

    def _only_one_left(self, named: Sequence[Player]) -> Player:
        left = [player for player in self.table.active if player not in named]
        # Whoever is named twice, or does not play, is the mistake that will be shown.
        mistaken = len({*named} & {*self.table.active}) < len(named)
        if len(left) == 1 or (left and mistaken):
            return left[0]
        if left:
            raise WhoDeclares(left, defended=bool(named))
        raise WrongUsage(
            _("all three are named as defenders: nobody is left to declare"),
            _("name the two defenders, or the declarer with --by"),
        )

    def _conceded(self, contract: Contract, named: Sequence[Player], tricks: int | None) -> Hand:
        self._nothing_more(named, _("nobody whists or passes when the contract is conceded"))
        if tricks is not None:
            self._nothing_more([str(tricks)], _("no tricks are played when it is conceded"))
        self._talon_refused()
        if self.named is None:
            raise WhoDeclares(self.table.active)
        return Conceded(contract=contract, declarer=self.named, dealer=self.dealer)

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


def phrase(one: Record) -> Iterator[str]:
    """The words that say the same entry again: after `hand`, or after `edit N`."""
    hand = one.hand
    match hand:
        case Contracted():
            yield str(hand.contract)
            if hand.tricks is not None:
                yield str(hand.tricks)
            yield from ("--by", hand.declarer)
            for player in hand.whist:
                own = f"={hand.taken[player]}" if player in hand.taken else ""
                yield from ("--whist", f"{player}{own}")
            for option, players in (("--pass", hand.passed), ("--half", hand.half)):
                for player in players:
                    yield from (option, player)
            if hand.talon:
                yield from ("--talon", hand.talon)
        case Conceded():
            yield from (str(hand.contract), "--by", hand.declarer, "--concede")
        case Misere():
            yield from ("misere", str(hand.tricks), "--by", hand.declarer)
        case AllPass():
            yield "pass"
            yield from (f"{player}={tricks}" for player, tricks in hand.taken.items())
        case Misdeal():
            yield "misdeal"
        case Correction():
            yield from ("adjust", hand.player)
            for option, amount in (
                ("--pool", hand.pool),
                ("--mountain", hand.mountain),
                ("--whists", hand.whists),
            ):
                if amount:
                    yield from (option, str(amount))
            if hand.on is not None:
                yield from ("--on", hand.on)
        case Joined():
            yield from ("join", hand.player)
        case Left():
            yield from ("leave", hand.player)
        case _:
            assert_never(hand)
    if is_dealt(hand) and hand.dealer is not None:
        yield from ("--dealer", hand.dealer)
    if one.note:
        # In a file a note may have several lines; in a command it has one.
        yield from ("--note", " ".join(one.note.split()))
