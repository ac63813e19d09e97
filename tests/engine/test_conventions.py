"""The numbers of the built-in conventions, and what a house may change (RULES, 1 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from preftally.engine.conventions import (
    CONVENTIONS,
    DIALS,
    SOCHI,
    Convention,
    differences,
    idle,
    override,
    value_of,
)

NAMES = ("sochi", "sochi-online", "rostov", "leningrad")
# What the club conventions change in Leningrad (RULES, section 9).
CLUB: dict[str, dict[str, Any]] = {
    "fspr": {
        "whist.style": "gentleman_always",
        "whist.returned_half": True,
        "whist.dealer_whist": True,
        "talon.bonus": True,
        "talon.shared": True,
        "all_pass.zero_to": "mountain",
        "all_pass.exit": (7,),
        "values.conceded": 0,
        "pool.end": "none",
    },
    "races": {"pool.end": "first", "prize.first": 300, "prize.mountain": 200},
}
SINGLE, DOUBLE, HALF = (2, 4, 6, 8, 10), (4, 8, 12, 16, 20), (1, 2, 3, 4, 5)

# One column for each of the names.
TABLE: dict[str, tuple[Any, Any, Any, Any]] = {
    "values.contract": (SINGLE, SINGLE, SINGLE, SINGLE),
    "values.undertrick": (SINGLE, SINGLE, SINGLE, DOUBLE),
    "values.trick": (SINGLE, SINGLE, SINGLE, DOUBLE),
    "values.whist_undertrick": (SINGLE, SINGLE, HALF, SINGLE),
    "values.quota": ((4, 2, 1, 1, 1),) * 4,
    "values.misere": (10, 10, 10, 10),
    "values.misere_trick": (10, 10, 10, 20),
    "whist.style": ("greedy", "greedy", "gentleman", "gentleman"),
    "whist.consolation": ("contract", "contract", 10, "contract"),
    "whist.consolation_to": ("defenders",) * 4,
    "whist.dealer_consolation": (True,) * 4,
    "whist.duty_low": ("pair",) * 4,
    "whist.duty_high": ("second", "second", "second", "both"),
    "whist.half_whist": (True,) * 4,
    "whist.ten": ("whisted",) * 4,
    "whist.checked_ten_whists": (True,) * 4,
    "whist.stalingrad": (False,) * 4,
    "all_pass.record": ("mountain", "mountain", "whists", "mountain"),
    "all_pass.prices": ((1,), (1,), (5,), (2, 4, 6)),
    "all_pass.zero_bonus": ("price", "price", 1, "price"),
    "all_pass.dealer_tricks": (True, True, False, True),
    "all_pass.dealer_zero": ("none", "none", "pool", "none"),
    "all_pass.amnesty": (False,) * 4,
    "all_pass.exit": ((6, 7, 8), (6,), (6,), (6, 7, 7)),
    "all_pass.exit_by_remise": (False, True, True, False),
    "all_pass.exit_needs_whist": (False, False, False, True),
    "all_pass.misere_exits": (True, True, True, False),
    "deal.after_all_pass": ("moves",) * 4,
    "pool.end": ("each", "each", "each", "total"),
    "pool.help": ("american", "american", "american", "none"),
    "pool.help_whists": (10, 10, 10, 20),
    "settlement.mountain_whists": (10, 10, 10, 10),
    "settlement.pool_whists": (10, 10, 10, 20),
    "settlement.divisor": ("players",) * 4,
    "talon.bonus": (False,) * 4,
    # The keys of the clubs, which the classical conventions leave as they are (section 9).
    "values.conceded": (3,) * 4,
    "whist.returned_half": (False,) * 4,
    "whist.dealer_whist": (False,) * 4,
    "talon.shared": (False,) * 4,
    "all_pass.zero_to": ("pool",) * 4,
    "all_pass.prices_repeat": ("last",) * 4,
    "all_pass.exit_repeat": ("last",) * 4,
    "deal.limit": (0,) * 4,
    "prize.first": (0,) * 4,
    "prize.mountain": (0,) * 4,
}


def keys(convention: Convention) -> set[str]:
    """The path of every field of a convention but those for display."""
    groups = convention._asdict()
    del groups["name"], groups["title"], groups["target"]
    return {f"{name}.{field}" for name, group in groups.items() for field in group._fields}


@pytest.mark.parametrize("name", NAMES)
def test_a_built_in_convention_never_changes(name: str) -> None:
    """Every number and word of a released convention is the one that old sessions rely on."""
    column = NAMES.index(name)
    held = {key: value_of(CONVENTIONS[name], key) for key in TABLE}
    assert held == {key: row[column] for key, row in TABLE.items()}
    assert [type(value) for value in held.values()] == [type(row[column]) for row in TABLE.values()]


@pytest.mark.parametrize("name", CLUB)
def test_a_club_convention_differs_from_leningrad_in_its_keys_only(name: str) -> None:
    """The conventions of the clubs are Leningrad, and what section 9 changes in it."""
    changed = differences(CONVENTIONS["leningrad"], CONVENTIONS[name])
    assert {key: new for key, (_, new) in changed.items()} == CLUB[name]


def test_the_built_in_conventions_are_these_six() -> None:
    """There are six built-in conventions, and each is listed under its own name, with a title."""
    names = (*NAMES, *CLUB)
    assert {name: convention.name for name, convention in CONVENTIONS.items()} == dict(
        zip(names, names, strict=True)
    )
    assert len({convention.title for convention in CONVENTIONS.values()}) == len(names)


def test_a_race_is_begun_with_a_pool_of_its_own() -> None:
    """Where no pool is said it is 20, and 22 in a race; a house's own rules change nothing."""
    assert {name: one.target for name, one in CONVENTIONS.items()} == {
        **dict.fromkeys([*NAMES, "fspr"], 20),
        "races": 22,
    }
    assert override(CONVENTIONS["races"], {"prize.first": 0}).target == 22


def test_every_field_has_a_dial() -> None:
    """Whatever a convention holds can be agreed otherwise, and is in the table of this test."""
    assert keys(SOCHI) == set(DIALS) == set(TABLE)


@pytest.mark.parametrize("name", NAMES)
def test_a_convention_admits_itself(name: str) -> None:
    """The values of a built-in convention may themselves be said, as tuples or as lists."""
    column = NAMES.index(name)
    for key, row in TABLE.items():
        value = row[column]
        assert DIALS[key].admits(value)
        assert DIALS[key].admits([*value] if isinstance(value, tuple) else value)


@pytest.mark.parametrize("name", NAMES)
def test_no_rules_change_nothing(name: str) -> None:
    """A convention with no rules of the house, or with its own values, is the same convention."""
    convention, column = CONVENTIONS[name], NAMES.index(name)
    assert override(convention, {}) == convention
    assert override(convention, {key: row[column] for key, row in TABLE.items()}) == convention
    assert differences(convention, override(convention, {})) == {}


def test_rules_change_their_keys_only() -> None:
    """The keys of the house are changed, a list becomes a tuple, and every other key stays."""
    rules: dict[str, Any] = {
        "whist.style": "gentleman",
        "all_pass.prices": [1, 2, 3],
        "all_pass.amnesty": True,
        "whist.consolation": 5,
    }
    house = override(SOCHI, rules)
    assert differences(SOCHI, house) == {
        "whist.style": ("greedy", "gentleman"),
        "all_pass.prices": ((1,), (1, 2, 3)),
        "all_pass.amnesty": (False, True),
        "whist.consolation": ("contract", 5),
    }
    assert house.name == "sochi"
    assert isinstance(house.all_pass.prices, tuple)


def wrong(key: str) -> Iterator[Any]:
    """Values that may not stand under a key."""
    dial = DIALS[key]
    yield from (5.0, "5", "unheard-of", None, {}, -1, 1001)
    if dial.is_flag:
        yield from (0, 1, "true")
    else:
        yield True
    if dial.words:
        yield from (dial.words[0].upper(), "")
    if dial.length is None:
        yield [value_of(SOCHI, key)]
    else:
        short, long = (4, 6) if key.startswith("values.") else (0, 21)
        yield from (6, [6] * short, [6] * long)
        yield from ([odd] * dial.length[-1] for odd in (6.0, True, "6", [6], -1))
    yield from {
        "values.quota": ([11, 2, 1, 1, 1],),
        "all_pass.exit": ([5], [6, 11]),
        "settlement.mountain_whists": (0,),
        "settlement.pool_whists": (0,),
        "values.conceded": (11,),
    }.get(key, ())


@pytest.mark.parametrize("key", DIALS)
def test_what_a_dial_does_not_admit_is_refused(key: str) -> None:
    """No key takes a value of another kind, an unknown word, a wrong length or a wild number."""
    for value in wrong(key):
        with pytest.raises(ValueError, match=f"^{key}$"):
            override(SOCHI, {key: value})


@pytest.mark.parametrize("key", ["whist", "name", "whist.wist", "whist.style.x", ""])
def test_an_unknown_key_is_refused(key: str) -> None:
    """Only the keys of the dials can be changed, or asked for."""
    with pytest.raises(KeyError):
        override(SOCHI, {key: "greedy"})
    with pytest.raises(KeyError):
        value_of(SOCHI, key)


def test_the_last_price_and_the_last_floor_repeat() -> None:
    """A series that is longer than its list goes on with the last entry; before it, six is bid."""
    house = override(SOCHI, {"all_pass.prices": (1, 2, 4), "all_pass.exit": (6, 7)})
    assert [house.all_pass_price(passes) for passes in range(5)] == [1, 2, 4, 4, 4]
    assert [house.exit_floor(passes) for passes in range(5)] == [6, 6, 7, 7, 7]


def test_a_list_may_begin_again() -> None:
    """Past its end a list of prices or of exits begins again, where that is agreed."""
    house = override(
        SOCHI,
        {
            "all_pass.prices": (1, 2, 4),
            "all_pass.exit": (6, 7),
            "all_pass.prices_repeat": "all",
            "all_pass.exit_repeat": "all",
        },
    )
    assert [house.all_pass_price(passes) for passes in range(7)] == [1, 2, 4, 1, 2, 4, 1]
    assert [house.exit_floor(passes) for passes in range(6)] == [6, 6, 7, 6, 7, 6]


IDLE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "whist.consolation_to": ({"whist.consolation": 0}, {"whist.consolation_to": "whisters"}),
    "whist.dealer_consolation": ({"whist.consolation": 0}, {"whist.dealer_consolation": False}),
    "whist.checked_ten_whists": ({"whist.ten": "whisted"}, {"whist.checked_ten_whists": False}),
    "whist.returned_half": ({"whist.half_whist": False}, {"whist.returned_half": True}),
    "all_pass.prices_repeat": ({"all_pass.prices": (1,)}, {"all_pass.prices_repeat": "all"}),
    "all_pass.zero_to": ({"all_pass.zero_bonus": 0}, {"all_pass.zero_to": "mountain"}),
    "all_pass.amnesty": ({"all_pass.record": "whists"}, {"all_pass.amnesty": True}),
    "all_pass.exit_repeat": ({"all_pass.exit": (6,)}, {"all_pass.exit_repeat": "all"}),
    "pool.help": ({"pool.end": "total"}, {"pool.help": "none"}),
    "pool.help_whists": ({"pool.help": "none"}, {"pool.help_whists": 5}),
    "talon.shared": ({"talon.bonus": False}, {"talon.shared": True}),
    "prize.first": ({"pool.end": "each"}, {"prize.first": 100}),
}


@pytest.mark.parametrize("key", IDLE)
def test_a_key_without_effect_is_told(key: str) -> None:
    """A key that another leaves without effect is idle, and is so only where it was agreed."""
    reason, rules = IDLE[key]
    assert key in idle(override(SOCHI, reason | rules))
    assert key not in idle(override(SOCHI, reason))


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_built_in_convention_has_nothing_idle(convention: Convention) -> None:
    """What a built-in convention leaves idle itself is nobody's mistake."""
    assert [*idle(convention)] == []


def test_a_key_of_a_club_becomes_idle() -> None:
    """A key that the convention itself holds is idle once another takes its effect away."""
    assert [*idle(override(CONVENTIONS["fspr"], {"whist.half_whist": False}))] == [
        "whist.returned_half"
    ]
