"""A season, and its evenings by convention, year, month, seat or player."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from preftally.season.facts import Facts
from preftally.season.figures import Season, Span
from preftally.season.gather import Read
from preftally.season.people import People

_KEYS: Mapping[str, Callable[[Facts], str]] = {
    "convention": lambda facts: facts.convention,
    "year": lambda facts: facts.date[:4],
    "month": lambda facts: facts.date[:7],
}
GROUPS = ("player", *_KEYS, "seat")


class Grouped:
    """All evenings, and those of each group by themselves, the groups in their order.

    By player, every person has the season to himself; by seat, a person's evenings stand
    under the seats that he sat in.
    """

    def __init__(self, by: str, people: People, *, raw: bool) -> None:
        self.by = by
        self.whole = Season(people, raw=raw)
        self._parts: dict[str, Season] = {}

    def add(self, read: Read, within: Span | None) -> None:
        """Add what a file holds."""
        counted = self.whole.add(read, within=within)
        facts = read.outcome
        if not counted or not isinstance(facts, Facts):
            return
        if self.by in _KEYS:
            self._part(_KEYS[self.by](facts)).add(read)
        elif self.by == "seat":
            for seat in sorted(set(facts.seats)):
                self._part(str(seat)).add(read._replace(outcome=_of_seat(facts, seat)))

    def _part(self, name: str) -> Season:
        if name not in self._parts:
            self._parts[name] = Season(self.whole.people, raw=self.whole.raw)
        return self._parts[name]

    def settled(self) -> None:
        """All are added."""
        for season in (self.whole, *self._parts.values()):
            season.settled()

    @property
    def groups(self) -> dict[str, Season]:
        """Each group by its name."""
        if self.by == "player":
            return {one.name: self.whole for one in self.whole.ranked()}
        return dict(sorted(self._parts.items()))


def _of_seat(facts: Facts, seat: int) -> Facts:
    """The same evening with those only who sat there."""
    return facts._replace(shown=[at for at, one in enumerate(facts.seats) if one == seat])
