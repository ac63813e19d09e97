"""What many evenings add up to: for each person, for each pair, for each kind of hand.

Evenings are added one by one and forgotten, but for a row each (when, who, how much).
Whists of different scale are never added: every evening's are divided by its own.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from preftally.engine.model import Amount, Player
from preftally.engine.settlement import cents
from preftally.errors import NoSession, Place, PreftallyError
from preftally.lang import _
from preftally.season import people
from preftally.season.facts import Facts, amount_of
from preftally.season.finding import Skipped
from preftally.season.gather import Read
from preftally.season.people import People
from preftally.season.tally import DOWNS, KINDS, MISERE, PARTS

# The five kinds of swing, which add up to the net.
SWINGS = ("declared", "defended", "all_pass", "rested", "other")
DEFENCES = ("whist", "pass", "half")
# A rate of fewer cases than this is not ranked.
ENOUGH = 10


class Row(NamedTuple):
    """What is remembered of one evening; nets and money as they were settled."""

    date: str
    file: str
    convention: str
    finished: bool
    hands: int
    seconds: int
    timed: int
    nets: dict[Player, Fraction]
    counted: frozenset[Player]
    place: str = ""


class Best(NamedTuple):
    """A record: how much, whose, of which evening, in which entry."""

    amount: Fraction
    player: Player
    file: str
    date: str
    number: int


class Sums:
    """Amounts by their keys, each scale by itself until they are asked for."""

    def __init__(self) -> None:
        self._by_scale: dict[Fraction, dict[str, Amount]] = {}

    def add(self, scale: Fraction, amounts: Iterable[tuple[str, Amount]]) -> None:
        """Add amounts in twelfths of a whist of this scale."""
        sums = self._by_scale.setdefault(scale, {})
        for key, amount in amounts:
            sums[key] = sums.get(key, 0) + amount

    def names(self) -> list[str]:
        """All keys, in the order in which they came."""
        return list(dict.fromkeys(key for sums in self._by_scale.values() for key in sums))

    def get(self, key: str, power: int = 1) -> Fraction:
        """What stands under a key, in whists; of squares with `power` two."""
        return sum(
            (Fraction(sums[key]) / (PARTS * scale) ** power
             for scale, sums in self._by_scale.items() if key in sums),
            Fraction(0),
        )  # fmt: skip


class Person:
    """One person's figures, as far as they add up."""

    def __init__(self, name: Player) -> None:
        self.name = name
        self.evenings = 0
        self.unfinished = 0
        self.counts: dict[str, int] = {}
        self.swings = Sums()
        self.squares = Sums()
        self.pairs = Sums()
        # In cents, over so many evenings.
        self.money = 0
        self.paid = 0
        # What is known when all evenings are.
        self.wins = 0
        self.places = [0, 0, 0, 0]
        self.best: Best | None = None
        self.worst: Best | None = None
        self.longest = 0

    def count(self, key: str) -> int:
        """How often."""
        return self.counts.get(key, 0)

    @property
    def hands(self) -> int:
        """The hands that he played; resting is none."""
        return self.count("hands")

    @property
    def net(self) -> Fraction:
        """What his evenings come to."""
        return sum((self.pairs.get(one) for one in self.pairs.names()), Fraction(0))

    def swing(self, kind: str) -> Fraction:
        """The swing of a kind of hand, its parts together."""
        parts = (one for one in self.swings.names() if one.partition(".")[0] == kind)
        return sum((self.swings.get(one) for one in parts), Fraction(0))

    def declared(self, kind: str) -> Declared:
        """His bids of a level, or misère."""
        return Declared(self, (kind,))

    @property
    def all_declared(self) -> Declared:
        """All of his bids."""
        return Declared(self, KINDS)

    @property
    def chances(self) -> int:
        """How often he could whist."""
        return sum(self.count(one) for one in DEFENCES)

    @property
    def over_duty(self) -> Fraction:
        """The tricks of his whists over those that he owed."""
        return Fraction(2 * self.count("tricks") - self.count("owed_halves"), 2)

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the swing of a hand that he played."""
        if self.hands < 2:
            return None
        total = self.swing("declared") + self.swing("defended") + self.swing("all_pass")
        spread = self.squares.get("", 2) - total * total / self.hands
        return math.sqrt(spread / (self.hands - 1))


class Declared:
    """Some bids of one person: of one level, or of all."""

    def __init__(self, person: Person, kinds: tuple[str, ...]) -> None:
        self._person = person
        self._kinds = kinds

    def count(self, result: str) -> int:
        """How many of them came to this."""
        return sum(self._person.count(f"{kind}.{result}") for kind in self._kinds)

    @property
    def down(self) -> int:
        """How many failed."""
        return sum(self.count(one) for one in DOWNS)

    @property
    def bid(self) -> int:
        """How many there were."""
        return self.count("made") + self.count("unplayed") + self.down + self.count("conceded")

    @property
    def played(self) -> int:
        """How many were played out."""
        return self.count("made") + self.down

    @property
    def swing(self) -> Fraction:
        """What they swung."""
        return sum((self._person.swings.get(f"declared.{one}") for one in self._kinds), Fraction(0))


class Season:
    """All evenings that were added. `raw` divides by no scale."""

    def __init__(self, who: People, *, raw: bool = False) -> None:
        self.people = who
        self.raw = raw
        self.persons: dict[Player, Person] = {}
        self.spellings: set[Player] = set()
        self.met: dict[Player, set[Player]] = {}
        self.rows: list[Row] = []
        self.skipped: list[Skipped] = []
        self.records: dict[str, Best] = {}
        self.scales: dict[str, set[Fraction]] = {}
        self.twins: list[tuple[str, str]] = []
        self.undated = 0
        self._marks: dict[str, str] = {}
        self._fractions: dict[str, Fraction] = {}

    @property
    def evenings(self) -> int:
        """How many were read."""
        return len(self.rows)

    @property
    def unfinished(self) -> int:
        """How many of them had not ended."""
        return sum(not row.finished for row in self.rows)

    @property
    def hands(self) -> int:
        """How many were played in them."""
        return sum(row.hands for row in self.rows)

    def add(self, read: Read, *, within: Span | None = None) -> bool:
        """Add what a file holds; what cannot be counted is skipped, and remembered."""
        facts = read.outcome
        if facts is None:
            return False
        if isinstance(facts, PreftallyError):
            self.skipped.append(Skipped(str(read.path), facts.message, facts))
        elif not facts.hands:
            self.skipped.append(Skipped(str(read.path), _("it has no hands")))
        elif within is None or self._is_within(facts, within):
            try:
                self._add(facts, str(read.path))
            except PreftallyError as error:
                self.skipped.append(Skipped(str(read.path), error.message, error))
            else:
                return True
        return False

    def _is_within(self, facts: Facts, within: Span) -> bool:
        self.undated += not facts.date
        return bool(facts.date) and within.holds(facts.date)

    def _add(self, facts: Facts, path: str) -> None:
        persons = self._persons(facts, path)
        self.spellings.update(facts.players)
        for one in facts.players:
            self.met.setdefault(one, set()).update(facts.players)
        twin = self._marks.setdefault(facts.mark, path)
        if twin != path:
            self.twins.append((twin, path))
        own = self._fraction(facts.scale)
        self.scales.setdefault(facts.convention, set()).add(own)
        scale = Fraction(1) if self.raw else own
        nets: dict[Player, Fraction] = {}
        for at, person in enumerate(persons):
            nets[person] = self._tally(facts, at, person, scale)
        self._money(facts, nets, scale)
        self._keep_records(facts, path, scale)
        self.rows.append(Row(
            facts.date, path, facts.convention, facts.finished, facts.hands, facts.seconds,
            facts.timed, nets, _counted(facts, persons), facts.place,
        ))  # fmt: skip

    def _persons(self, facts: Facts, path: str) -> list[Player]:
        """Who the players are. Raises `NoSession` where one person sits twice."""
        found: dict[Player, Player] = {}
        for name in facts.players:
            person = self.people.person(name)
            if person in found:
                raise NoSession(
                    _("{one} and {other} are one person, {person}, and sit at one table").format(
                        one=found[person], other=name, person=person
                    ),
                    _("tell them apart in people.toml, or mend the names in the session"),
                    _seated_at(Path(path), name),
                )
            found[person] = name
        return list(found)

    def _fraction(self, text: str) -> Fraction:
        known = self._fractions.get(text)
        if known is None:
            known = self._fractions[text] = Fraction(text)
        return known

    def _tally(self, facts: Facts, at: int, name: Player, scale: Fraction) -> Fraction:
        """Add one player's evening to his person's; gives his net."""
        person = Person(name)
        if facts.shown is None or at in facts.shown:
            person = self.persons.setdefault(name, person)
        person.evenings += 1
        person.unfinished += not facts.finished
        row = {other: amount_of(one) for other, one in facts.pairs[at].items()}
        person.pairs.add(scale, ((self.people.person(other), one) for other, one in row.items()))
        if facts.counts:
            counts = person.counts
            for key, number in facts.counts[at].items():
                counts[key] = counts.get(key, 0) + number
            swings = facts.swings[at]
            person.swings.add(scale, ((key, amount_of(one)) for key, one in swings.items()))
            person.squares.add(scale, [("", amount_of(facts.squares[at]))])
            if facts.cost[at]:
                person.swings.add(scale, [("cost", amount_of(facts.cost[at]))])
        return Fraction(sum(row.values())) / (PARTS * scale)

    def _money(self, facts: Facts, nets: Mapping[Player, Fraction], scale: Fraction) -> None:
        if not facts.stake:
            return
        exact = {one: net * scale for one, net in nets.items()}
        for name, amount in cents(exact, Fraction(facts.stake)).items():
            if name in self.persons:
                self.persons[name].money += amount
                self.persons[name].paid += 1

    def _keep_records(self, facts: Facts, path: str, scale: Fraction) -> None:
        for what, (kept, player, number) in facts.records.items():
            amount = Fraction(amount_of(kept))
            if what.startswith("hand_"):
                amount /= PARTS * scale
            known = self.records.get(what)
            if known is None or amount > known.amount:
                name = self.people.person(player) if player else ""
                self.records[what] = Best(amount, name, path, facts.date, number)

    def settled(self) -> None:
        """All are added: bring the rows in their order, and find what that order tells."""
        self.rows.sort(key=lambda row: (row.date, row.file))
        self.skipped.sort(key=lambda one: one.file)
        running: dict[Player, int] = {}
        for row in self.rows:
            ranks = sorted(row.nets.values(), reverse=True)
            for name, net in row.nets.items():
                if name not in row.counted:
                    continue
                person = self.persons[name]
                _keep_extremes(person, row, net)
                if not row.finished:
                    continue
                won = net > 0
                person.wins += won
                person.places[ranks.index(net)] += 1
                running[name] = running.get(name, 0) + 1 if won else 0
                person.longest = max(person.longest, running[name])

    def ranked(self) -> list[Person]:
        """Everybody, the highest net first."""
        return sorted(self.persons.values(), key=lambda one: (-one.net, one.name))

    def curves(self) -> Iterator[dict[Player, Fraction]]:
        """Everybody's net after each evening, for those who have played by then."""
        totals: dict[Player, Fraction] = {}
        for row in self.rows:
            for name, net in row.nets.items():
                totals[name] = totals.get(name, Fraction(0)) + net
            yield dict(totals)


def _seated_at(path: Path, name: Player) -> Place | None:
    """Where a session says that somebody sits at its table."""
    with contextlib.suppress(OSError, ValueError):
        head = people.place(path, "players")
        return head if name in head.row else people.place(path, "join")
    return None


def _counted(facts: Facts, persons: list[Player]) -> frozenset[Player]:
    shown = facts.shown
    return frozenset(persons if shown is None else [persons[at] for at in shown])


def _keep_extremes(person: Person, row: Row, net: Fraction) -> None:
    if person.best is None or net > person.best.amount:
        person.best = Best(net, person.name, row.file, row.date, 0)
    if person.worst is None or net < person.worst.amount:
        person.worst = Best(net, person.name, row.file, row.date, 0)


class Span(NamedTuple):
    """From one day to another, both included; an empty one has no end."""

    since: str = ""
    until: str = ""

    def holds(self, date: str) -> bool:
        """Whether a day lies within."""
        return (not self.since or date >= self.since) and (not self.until or date <= self.until)


__all__ = ["DOWNS", "ENOUGH", "KINDS", "MISERE", "SWINGS", "Person", "Season", "Span"]
