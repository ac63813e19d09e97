"""What is wrong with a hand: each fault at its key, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from preftally.engine.conventions import SOCHI, Value, override
from preftally.engine.legality import Fault
from preftally.engine.model import (
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
)
from preftally.engine.replay import Game, Replay, replay

THREE, FOUR = ("W", "E", "S"), ("W", "N", "E", "S")  # W deals

FIVE, SIX, SEVEN, EIGHT, ELEVEN = (Contract(level, Suit.SPADES) for level in (5, 6, 7, 8, 11))
ONE = Contracted(SEVEN, "S", 7, whist=("W",), passed=("E",))
TWO = ONE._replace(whist=("W", "E"), passed=(), taken={"W": 1, "E": 2})
NONE = ONE._replace(tricks=None, whist=(), passed=("W", "E"))
HALF = NONE._replace(passed=("W",), half=("E",))
OF_FOUR = ONE._replace(whist=("N",))
OF_DEALER = ONE._replace(whist=("W",), passed=("N", "E"))


class Said(NamedTuple):
    """A hand at a table, after others."""

    hand: Hand
    players: Sequence[Player] = THREE
    before: Sequence[Hand] = ()
    rules: Mapping[str, Value] = {}

    def played(self) -> Replay:
        convention = override(SOCHI, {"pool.end": "total", **self.rules})
        game = Game(convention, tuple(self.players), "W", target=2)
        return replay(game, [*self.before, self.hand])


OVER = [Misere("S", 0)]
BONUS = {"talon.bonus": True}
CLOSED = {"all_pass.dealer_tricks": False}
STALINGRAD = {"whist.stalingrad": True}
DEALER, RETURNED = {"whist.dealer_whist": True}, {"whist.returned_half": True}

IMPOSSIBLE: Sequence[tuple[Said, Sequence[tuple[Fault, str, Player]]]] = [
    (Said(ONE, before=OVER), [(Fault.GAME_OVER, "", "")]),
    (Said(Misdeal(), before=OVER), [(Fault.GAME_OVER, "", "")]),
    (Said(Joined("X"), before=OVER), [(Fault.GAME_OVER, "join", "")]),
    (Said(Left("W"), FOUR, before=OVER), [(Fault.GAME_OVER, "leave", "")]),
    (Said(ONE._replace(declarer="X")), [(Fault.STRANGER, "declarer", "X")]),
    (
        Said(ONE._replace(whist=("X",))),
        [(Fault.STRANGER, "whist", "X"), (Fault.NO_ROLE, "", "W")],
    ),
    (Said(Misere("X", 0)), [(Fault.STRANGER, "declarer", "X")]),
    (Said(Conceded(SIX, "X")), [(Fault.STRANGER, "declarer", "X")]),
    (Said(Misere("W", 0, dealer="X")), [(Fault.STRANGER, "dealer", "X")]),
    (Said(AllPass({"W": 4, "E": 3, "S": 3, "X": 0})), [(Fault.STRANGER, "taken", "X")]),
    (Said(Correction("X", 1)), [(Fault.STRANGER, "adjust", "X")]),
    (Said(Correction("W", whists=1, on="X")), [(Fault.STRANGER, "on", "X")]),
    (Said(Left("X"), FOUR), [(Fault.STRANGER, "leave", "X")]),
    (Said(ONE, FOUR), [(Fault.RESTS, "whist", "W"), (Fault.NO_ROLE, "", "N")]),
    (Said(OF_FOUR._replace(declarer="W"), FOUR), [(Fault.RESTS, "declarer", "W")]),
    (
        Said(ONE._replace(whist=("S",))),
        [(Fault.DECLARER_DEFENDS, "whist", "S"), (Fault.NO_ROLE, "", "W")],
    ),
    (Said(ONE._replace(passed=("E", "W"))), [(Fault.TWO_ROLES, "pass", "W")]),
    (Said(ONE._replace(half=("E",))), [(Fault.TWO_ROLES, "half", "E")]),
    (Said(ONE._replace(passed=())), [(Fault.NO_ROLE, "", "E")]),
    (Said(NONE._replace(contract=FIVE)), [(Fault.LEVEL, "contract", "")]),
    (Said(Conceded(ELEVEN, "S")), [(Fault.LEVEL, "contract", "")]),
    (Said(ONE._replace(tricks=11)), [(Fault.TRICKS_RANGE, "tricks", "")]),
    (Said(Misere("W", -1)), [(Fault.TRICKS_RANGE, "tricks", "")]),
    (Said(TWO._replace(taken={"W": -1, "E": 4})), [(Fault.TRICKS_RANGE, "taken", "W")]),
    (Said(AllPass({"W": 5, "E": -1, "S": 6})), [(Fault.TRICKS_RANGE, "taken", "E")]),
    (Said(ONE._replace(tricks=None)), [(Fault.TRICKS_MISSING, "tricks", "S")]),
    (Said(TWO._replace(tricks=8)), [(Fault.TRICKS_SUM, "taken", "")]),
    (Said(AllPass({"W": 4, "E": 4, "S": 4})), [(Fault.TRICKS_SUM, "taken", "")]),
    (Said(TWO._replace(taken={"W": 3})), [(Fault.TRICKS_UNNAMED, "taken", "E")]),
    (Said(AllPass({"W": 5, "S": 5})), [(Fault.TRICKS_UNNAMED, "taken", "E")]),
    (Said(NONE._replace(tricks=8)), [(Fault.TRICKS_UNPLAYED, "tricks", "")]),
    (Said(ONE._replace(taken={"E": 3})), [(Fault.TAKEN_BY_OTHER, "taken", "E")]),
    (Said(NONE._replace(taken={"E": 3})), [(Fault.TAKEN_BY_OTHER, "taken", "E")]),
    (Said(HALF, rules={"whist.half_whist": False}), [(Fault.HALF_OFF, "half", "E")]),
    (Said(HALF._replace(contract=EIGHT)), [(Fault.HALF_LEVEL, "half", "E")]),
    (Said(ONE._replace(passed=(), half=("E",))), [(Fault.HALF_BESIDE_WHIST, "half", "E")]),
    (Said(HALF._replace(passed=(), half=("W", "E"))), [(Fault.HALF_TWICE, "half", "")]),
    (
        Said(HALF._replace(contract=SIX), rules=STALINGRAD),
        [(Fault.STALINGRAD, "pass", "W"), (Fault.STALINGRAD, "half", "E")],
    ),
    (
        Said(AllPass({"W": 1, "N": 9, "E": 0, "S": 0}), FOUR, rules=CLOSED),
        [(Fault.DEALER_TRICKS, "taken", "W")],
    ),
    (Said(AllPass({"W": 3, "N": 7, "E": 0, "S": 0}), FOUR), [(Fault.TALON_TRICKS, "taken", "W")]),
    (Said(OF_FOUR._replace(talon="A"), FOUR), [(Fault.TALON_OFF, "talon", "")]),
    (Said(ONE._replace(talon="A"), rules=BONUS), [(Fault.TALON_NO_DEALER, "talon", "")]),
    (Said(OF_FOUR._replace(talon="KK"), FOUR, rules=BONUS), [(Fault.TALON_CARDS, "talon", "KK")]),
    (Said(Correction("W")), [(Fault.NOTHING_WRITTEN, "adjust", "W")]),
    (Said(Correction("W", 1, on="E")), [(Fault.NOTHING_WRITTEN, "on", "W")]),
    (Said(Correction("W", whists=1)), [(Fault.WHISTS_ON_NOBODY, "whists", "W")]),
    (Said(Correction("W", whists=1, on="W")), [(Fault.WHISTS_ON_SELF, "on", "W")]),
    (Said(Correction("W", -3), before=[Correction("W", 2)]), [(Fault.BELOW_ZERO, "pool", "W")]),
    (
        Said(Correction("W", whists=-1, on="E"), before=[Correction("E", whists=1, on="W")]),
        [(Fault.BELOW_ZERO, "whists", "W")],
    ),
    (Said(Joined("W")), [(Fault.SEATED, "join", "W")]),
    (Said(Joined("X"), FOUR), [(Fault.TABLE_FULL, "join", "X")]),
    (Said(Left("W")), [(Fault.TABLE_SHORT, "leave", "W")]),
    (Said(Ended(), before=OVER), [(Fault.GAME_OVER, "end", "")]),
    (Said(ONE, before=[Ended()]), [(Fault.AFTER_END, "", "")]),
    (Said(Ended(), before=[Ended()]), [(Fault.AFTER_END, "end", "")]),
    (Said(ONE, before=[NONE], rules={"deal.limit": 1}), [(Fault.AFTER_LIMIT, "", "")]),
    (Said(Correction("W", 1), before=[Ended()]), [(Fault.SEALED, "adjust", "W")]),
    (
        Said(Correction("W", 1), before=OVER, rules={"pool.end": "first", "prize.first": 9}),
        [(Fault.SEALED, "adjust", "W")],
    ),
    (
        Said(Correction("W", 1), before=[Misere("S", 1), *OVER], rules={"prize.mountain": 9}),
        [(Fault.SEALED, "adjust", "W")],
    ),
    (
        Said(ONE._replace(whist=("W",), passed=("N", "E")), FOUR),
        [(Fault.RESTS, "whist", "W")],
    ),
    (
        Said(ONE._replace(whist=("N", "W")), FOUR, rules=DEALER),
        [(Fault.DEALER_BESIDE_WHIST, "whist", "W")],
    ),
    (
        Said(OF_DEALER._replace(contract=SIX), FOUR, rules=DEALER | STALINGRAD),
        [(Fault.STALINGRAD, "pass", "N"), (Fault.STALINGRAD, "pass", "E")],
    ),
    (
        Said(OF_DEALER._replace(contract=EIGHT, passed=("N",), half=("E",)), FOUR, rules=DEALER),
        [(Fault.HALF_LEVEL, "half", "E")],
    ),
    (
        Said(ONE._replace(contract=EIGHT, passed=(), half=("E",)), rules=RETURNED),
        [(Fault.HALF_LEVEL, "half", "E")],
    ),
    (
        Said(ONE._replace(passed=(), half=("E",)), rules=RETURNED | {"whist.half_whist": False}),
        [(Fault.HALF_OFF, "half", "E")],
    ),
    (
        Said(Conceded(SIX, "S"), rules={"values.conceded": 0}),
        [(Fault.CONCEDED_OFF, "conceded", "S")],
    ),
    (Said(ONE._replace(times=0)), [(Fault.TIMES_RANGE, "times", "")]),
    (Said(Misere("W", 1, times=17)), [(Fault.TIMES_RANGE, "times", "")]),
    (Said(AllPass({"W": 10, "E": 0, "S": 0}, times=-1)), [(Fault.TIMES_RANGE, "times", "")]),
]

POSSIBLE = [
    *(Said(hand) for hand in (ONE, TWO, NONE, HALF, Conceded(SIX, "S"), Misere("W", 10))),
    Said(NONE._replace(tricks=7)),
    Said(ONE._replace(taken={"W": 3})),
    Said(ONE._replace(tricks=0)),
    Said(HALF._replace(contract=SIX._replace(suit=Suit.CLUBS)), rules=STALINGRAD),
    Said(TWO._replace(contract=SIX), rules=STALINGRAD),
    Said(OF_FOUR, FOUR),
    Said(OF_FOUR._replace(talon="AA"), FOUR, rules=BONUS),
    Said(AllPass({"W": 2, "N": 8, "E": 0, "S": 0}), FOUR),
    Said(AllPass({"W": 10, "E": 0, "S": 0})),
    Said(AllPass({"W": 0, "N": 10, "E": 0, "S": 0}), FOUR, rules=CLOSED),
    Said(Misere("W", 0, dealer="N"), FOUR),
    Said(Correction("S", mountain=1), before=OVER),
    Said(Correction("S", mountain=1), before=OVER, rules={"prize.first": 9}),
    Said(Correction("S", mountain=1), before=[NONE], rules={"deal.limit": 1}),
    Said(Ended()),
    Said(OF_DEALER, FOUR, rules=DEALER),
    Said(OF_DEALER._replace(contract=SIX, passed=("N",), half=("E",)), FOUR, rules=DEALER),
    Said(OF_DEALER._replace(taken={"W": 3}), FOUR, rules=DEALER),
    Said(ONE._replace(passed=(), half=("E",)), rules=RETURNED),
    Said(ONE._replace(talon="A"), rules={"talon.bonus": True, "talon.shared": True}),
    Said(Conceded(SIX, "S", times=16), rules={"values.conceded": 1}),
    Said(Correction("W", mountain=-1)),
    Said(Correction("W", -2), before=[Correction("W", 2)]),
    Said(Correction("W", whists=-1, on="E"), before=[Correction("W", whists=1, on="E")]),
    Said(Joined("X")),
    Said(Left("S"), FOUR),
]


def _name(said: Said) -> str:
    return type(said.hand).__name__


@pytest.mark.parametrize(
    ("said", "faults"),
    IMPOSSIBLE,
    ids=[f"{_name(said)}-{faults[0][0]}" for said, faults in IMPOSSIBLE],
)
def test_a_fault_is_found_at_its_key(
    said: Said, faults: Sequence[tuple[Fault, str, Player]]
) -> None:
    """A hand that cannot be is refused for its own faults, each at the key that it sits in."""
    played = said.played()
    assert [step.hand for step in played.steps] == list(said.before)
    assert [problem[:3] for problem in played.problems] == faults


def test_every_fault_can_happen() -> None:
    """There is a hand for each of the faults."""
    assert {fault for _, faults in IMPOSSIBLE for fault, _, _ in faults} == set(Fault)


@pytest.mark.parametrize("said", POSSIBLE, ids=_name)
def test_what_is_just_allowed(said: Said) -> None:
    """A hand that comes close to a fault and has none is recorded."""
    assert said.played().steps[-1].hand == said.hand
    assert not said.played().problems
