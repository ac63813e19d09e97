"""How long a replay takes, of hands of which no two within a hundred are alike.

The first run finds what each hand writes; the later ones remember it. Beside it stands
the reading of a session by the TOML library and by ours. Run by hand, nothing fails on
it:  python tests/bench/replay.py
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from commands import session

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

from enumeration import PLAYERS, every_hand

from preftally.engine.conventions import CONVENTIONS, Convention
from preftally.engine.legality import problems
from preftally.engine.model import Hand, Player, Table
from preftally.engine.replay import Game, replay
from preftally.session import file

APART = 100


def timed(work: Callable[[], object], runs: int = 15) -> list[float]:
    """Milliseconds of each run."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return times


def unlike(convention: Convention, players: tuple[Player, ...], count: int) -> Iterator[Hand]:
    """So many hands, none of which is like one of the hundred before it."""
    chance = random.Random(1)
    legal = {}
    for dealer in players:
        table = Table(players, dealer)
        legal[dealer] = [one for one in every_hand(table) if not problems(one, table, convention)]
    recent: list[Hand] = []
    for number in range(count):
        hand = chance.choice(legal[players[number % len(players)]])
        while hand in recent[-APART:]:
            hand = chance.choice(legal[players[number % len(players)]])
        recent.append(hand)
        yield hand


def main() -> None:
    """Print a line for a thousand hands by each convention, and one for reading as many."""
    for convention in CONVENTIONS.values():
        for players in PLAYERS.values():
            # A pool that a whole evening cannot fill: no hand is refused.
            game = Game(convention, players, players[0], target=1_000_000)
            hands = list(unlike(convention, players, 1_000))
            assert len(replay(game, hands[:1]).steps) == 1
            times = timed(lambda: replay(game, hands))  # noqa: B023 - called at once
            print(
                f"{convention.name}, {len(players)} players: 1000 hands, median "
                f"{statistics.median(times):.1f} ms, the first run {times[0]:.1f} ms"
            )
    text = session(1_000)
    parsed = min(timed(lambda: tomllib.loads(text)))
    read = min(timed(lambda: file.parse(Path("bench.toml"), text.encode())))
    print(f"reading 1000 hands: {read:.1f} ms, {read / parsed:.2f} x tomllib ({parsed:.1f} ms)")


if __name__ == "__main__":
    main()
