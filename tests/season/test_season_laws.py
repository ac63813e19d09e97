"""The law of a season: swings, pairs and settled evenings are the same fraction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from test_laws import anything, deals, evenings, guests, houses, lawful

from preftally.engine.model import Correction, Hand, Player
from preftally.engine.replay import Replay
from preftally.engine.settlement import balances, scale
from preftally.season.facts import Occasion, dumped, facts, loaded
from preftally.season.figures import SWINGS, Season
from preftally.season.gather import Read
from preftally.season.people import People


def corrected(players: tuple[Player, ...], dealer: Player) -> st.SearchStrategy[Hand]:
    """Hands, and corrections of them."""
    seats, amounts = st.sampled_from(players), st.integers(0, 9)
    return st.one_of(
        deals(players, dealer), st.builds(Correction, seats, pool=amounts, mountain=amounts)
    )


seasons = st.lists(
    st.one_of(evenings(happening, houses()) for happening in (anything, guests, corrected)),
    min_size=2,
    max_size=8,
)


def settled(games: list[Replay], *, raw: bool = False) -> Iterator[tuple[str, Fraction]]:
    """What each evening's settlement gives, in the scale of a season."""
    for game in games:
        convention = game.game.convention
        if game.deals:
            for player, net in balances(game.sheet, convention).items():
                yield player, net / (1 if raw else scale(convention))


def season_of(games: list[Replay], *, raw: bool = False) -> Season:
    """The season of some evenings, each kept and taken from the cache's text."""
    found = Season(People(), raw=raw)
    for number, game in enumerate(games):
        told = loaded(dumped(facts(game, [], Occasion())))
        found.add(Read(Path(f"{number}.toml"), told))
    found.settled()
    return found


@lawful
@given(seasons, st.booleans())
def test_swings_pairs_and_evenings_are_one_fraction(games: list[Replay], raw: bool) -> None:
    """Whatever came and went, helped and mixed: three ways to add up, one sum; together zero."""
    found = season_of(games, raw=raw)
    nets: dict[str, Fraction] = {}
    for player, net in settled(games, raw=raw):
        nets[player] = nets.get(player, Fraction(0)) + net
    for name, person in found.persons.items():
        assert sum(person.swing(kind) for kind in SWINGS) == nets[name]
        assert sum(person.pairs.get(other) for other in person.pairs.names()) == nets[name]
        assert person.net == nets[name]
    assert sum(person.net for person in found.persons.values()) == 0


@lawful
@given(seasons)
def test_what_one_wins_the_other_loses(games: list[Replay]) -> None:
    """But for what was carried, the table of pairs is its own mirror."""
    persons = season_of(games).persons
    for name, person in persons.items():
        for other in person.pairs.names():
            if other:
                assert person.pairs.get(other) == -persons[other].pairs.get(name)


@lawful
@given(seasons)
def test_everybody_declares_defends_passes_or_rests(games: list[Replay]) -> None:
    """The parts of every hand are three who play it, and with four one who rests or whists."""
    found = season_of(games)
    persons = found.persons.values()
    parts = sum(one.hands + one.count("rested") for one in persons)
    assert parts == sum(
        len(step.table.players) for game in games for step in game.steps if is_hand(step.hand)
    )
    assert found.hands == sum(game.deals for game in games)


def is_hand(hand: object) -> bool:
    """Whether it was dealt and played."""
    return type(hand).__name__ in ("Contracted", "Conceded", "Misere", "AllPass")


def test_the_law_has_something_to_say() -> None:
    """The evenings of the law have joins, leaves, help and corrections among them."""
    count: list[int] = []
    kinds: set[str] = set()
    rules: set[str] = set()

    @lawful
    @given(seasons)
    def look(games: list[Replay]) -> None:
        count.append(len(games))
        for game in games:
            kinds.update(type(step.hand).__name__ for step in game.steps)
            rules.update(one.why.rule.value for step in game.steps for one in step.entries)

    look()
    print(f"{len(count)} seasons, {sum(count)} evenings")
    assert {"Joined", "Left", "Correction", "Contracted", "Misere", "AllPass"} <= kinds
    assert {"help", "help-whists", "surplus", "joined"} <= rules
