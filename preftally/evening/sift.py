"""Which entries of a spoilt session can stay: the most of them, each with its dealer.

A bad entry is left out, but it may have been dealt: then the deal has moved on. What is
readable of it says so; and where another reading lets more of the good entries be, that
one is taken. All readings are followed at once, from entry to entry, as so many tables
(who sits where, and who deals): a small dynamic programme, whose work grows with the
number of entries. Only who deals and sits is asked here; the end of the game and
corrections that take too much are judged after, on what is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from preftally.engine.conventions import Convention
from preftally.engine.legality import Problem, problems
from preftally.engine.model import (
    AllPass,
    Hand,
    Joined,
    Left,
    Misdeal,
    Player,
    Table,
    clockwise_from,
    is_dealt,
)
from preftally.engine.replay import Game
from preftally.errors import WrongUsage
from preftally.notation import contracts, names
from preftally.session.hands import Record

# The rows of a bad entry that tell what it was.
_TELLING = re.compile(
    r"^[ \t]*[\"']?(contract|adjust|join|leave|end|dealer)[\"']?[ \t]*=[ \t]*(.*)$", re.MULTILINE
)
_NO_DEALS = ("adjust", "join", "leave", "end")
# Far more tables than four players and one entry can make.
_MOST = 64


class Seats(NamedTuple):
    """Who sits at the table, clockwise; who deals next, and who dealt last."""

    players: tuple[Player, ...]
    dealer: Player
    last: Player | None = None

    def dealt(self, dealer: Player | None, *, moves: bool) -> Seats:
        """After a deal; a dealer named for it moves the deal."""
        by = dealer if dealer in self.players and dealer is not None else self.dealer
        following = clockwise_from(self.players, by)[0] if moves else by
        return Seats(self.players, following, by)

    def joined(self, name: Player) -> Seats:
        """A newcomer sits on the left of who dealt last, and deals next (RULES, section 7)."""
        players = list(self.players)
        at = players.index(self.last) + 1 if self.last in players else players.index(self.dealer)
        players.insert(at, name)
        return Seats(tuple(players), name, self.last)

    def left(self, name: Player) -> Seats:
        """One of four has gone; if he was to deal, the next one does."""
        dealer = clockwise_from(self.players, name)[0] if name == self.dealer else self.dealer
        return Seats(tuple(one for one in self.players if one != name), dealer, self.last)

    def after(self, hand: Hand, convention: Convention) -> Seats:
        """After an entry that is kept."""
        if isinstance(hand, Joined):
            return self.joined(hand.player)
        if isinstance(hand, Left):
            return self.left(hand.player)
        if is_dealt(hand):
            return self.dealt(hand.dealer, moves=_moves(hand, convention))
        return self

    def problems(self, hand: Hand, convention: Convention) -> list[Problem]:
        """What is wrong with an entry as to who deals and sits."""
        dealer = hand.dealer if is_dealt(hand) and hand.dealer in self.players else None
        return problems(hand, Table(self.players, dealer or self.dealer), convention)


class Deal(NamedTuple):
    """A deal that may have been in a bad entry: whether it moved the deal, who dealt."""

    moves: bool = True
    dealer: Player | None = None


Reading = tuple[Deal, ...]


class Path(NamedTuple):
    """A way to a table: how many entries it keeps, how likely it is, and its last step."""

    kept: int
    doubts: int
    before: Path | None = None
    seats: Seats | None = None
    is_kept: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """The more is kept the better; then the fewer doubtful readings."""
        return self.kept, -self.doubts


class Verdict(NamedTuple):
    """An entry, whether it stays, and the table at which it was dealt."""

    seats: Seats
    is_kept: bool


def verdicts(
    game: Game, read: Sequence[Record | None], readings: Sequence[Sequence[Reading]]
) -> list[Verdict]:
    """What becomes of each entry so that the most of them stay.

    `read` are the entries, `None` for those that cannot be read; `readings` say for each
    what it may have dealt if it is left out, the likeliest first.
    """
    convention = game.convention
    ways = {Seats(game.players, game.dealer): Path(0, 0)}
    for one, possible in zip(read, readings, strict=True):
        found: dict[Seats, Path] = {}
        legal: dict[tuple[tuple[Player, ...], Player], bool] = {}
        for seats, path in ways.items():
            where = seats[:2]
            if one is not None and where not in legal:
                legal[where] = not seats.problems(one.hand, convention)
            if one is not None and legal[where]:
                then = Path(path.kept + 1, path.doubts, path, seats, True)
                _better(found, seats.after(one.hand, convention), then)
            for doubt, reading in enumerate(possible):
                then = Path(path.kept, path.doubts + doubt, path, seats, False)
                _better(found, _passed(seats, reading), then)
        ways = _best(found)
    return _followed(max(ways.values(), key=lambda path: path.rank))


def _better(found: dict[Seats, Path], seats: Seats, path: Path) -> None:
    known = found.get(seats)
    if known is None or path.rank > known.rank:
        found[seats] = path


def _best(found: dict[Seats, Path]) -> dict[Seats, Path]:
    if len(found) <= _MOST:
        return found
    ranked = sorted(found.items(), key=lambda item: item[1].rank, reverse=True)
    return dict(ranked[:_MOST])


def _passed(seats: Seats, reading: Reading) -> Seats:
    for deal in reading:
        seats = seats.dealt(deal.dealer, moves=deal.moves)
    return seats


def _followed(path: Path | None) -> list[Verdict]:
    found = []
    while path is not None and path.seats is not None:
        found.append(Verdict(path.seats, path.is_kept))
        path = path.before
    return found[::-1]


def readings(one: Record | None, text: str, game: Game) -> list[Reading]:
    """What an entry may have dealt, if it is left out: the likeliest first."""
    told = _told(one.hand, game.convention) if one is not None else _written(text, game)
    others: list[Reading] = [(Deal(),), (), (Deal(moves=False),)]
    if len(told) > 1:
        others.append(told[1:])
    if one is None and told and told[0].dealer not in (None, *game.players):
        # Somebody was named as its dealer, and who cannot be read.
        others += [(told[0]._replace(dealer=name), *told[1:]) for name in game.players]
    return list(dict.fromkeys([told, *others]))


def _told(hand: Hand, convention: Convention) -> Reading:
    return (Deal(_moves(hand, convention), hand.dealer),) if is_dealt(hand) else ()


def _written(text: str, game: Game) -> Reading:
    """What the readable rows of a bad entry tell; two hands may stand under one header."""
    rows = [(row[1], row[2].split("#")[0].strip().strip("\"'")) for row in _TELLING.finditer(text)]
    deals: list[Deal] = []
    dealer: Player | None = None
    for key, value in rows:
        if key == "dealer":
            dealer = names.same(value, game.players) or value
        elif key == "contract":
            deals.append(Deal(_word_moves(value, game.convention), dealer))
            dealer = None
    if not rows and "[[" in text.split("\n", 1)[0]:
        return (Deal(),)  # nothing is known of it, and most entries are deals
    if not deals and not any(key in _NO_DEALS for key, _ in rows) and rows:
        return (Deal(dealer=dealer),)
    return tuple(deals)


def _moves(hand: Hand, convention: Convention) -> bool:
    if isinstance(hand, AllPass):
        return convention.deal.after_all_pass != "stays"
    return not isinstance(hand, Misdeal)


def _word_moves(word: str, convention: Convention) -> bool:
    try:
        meant = contracts.read(word)
    except WrongUsage:
        return True
    return not (
        meant == "misdeal" or (meant == "pass" and convention.deal.after_all_pass == "stays")
    )


def told(kept: Mapping[int, Record], dealers: Mapping[int, Player]) -> dict[int, Record]:
    """The kept entries, each with its dealer said."""
    return {
        number: one._replace(hand=one.hand._replace(dealer=dealers[number]))
        if is_dealt(one.hand)
        else one
        for number, one in kept.items()
    }


def with_dealers(
    game: Game, kept: Mapping[int, Record], dealers: Mapping[int, Player]
) -> dict[int, Record]:
    """The kept entries, each with its dealer said where he would now be another."""
    seats = Seats(game.players, game.dealer)
    found: dict[int, Record] = {}
    for number, one in kept.items():
        hand = one.hand
        if is_dealt(hand) and hand.dealer is None:
            dealer = dealers[number]
            if dealer != seats.dealer and dealer in seats.players:
                hand = hand._replace(dealer=dealer)
        found[number] = one._replace(hand=hand)
        seats = seats.after(hand, game.convention)
    return found


def dealers(found: Iterable[tuple[int, Verdict, Record]]) -> Iterator[tuple[int, Player]]:
    """Who dealt each kept entry."""
    for number, verdict, one in found:
        named = one.hand.dealer if is_dealt(one.hand) else None
        yield number, named or verdict.seats.dealer
