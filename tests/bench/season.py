"""How long a season takes, against the reading of the same files by the TOML library.

Run by hand, nothing fails on it:  python tests/bench/season.py [FILES [HANDS]]

Everything on one core but the line that says otherwise; best of three runs. The folder is
made anew, from a fixed seed, by the program's own writing.
"""

from __future__ import annotations

import datetime
import random
import resource
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from preftally.engine.conventions import CONVENTIONS
from preftally.engine.legality import problems
from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Hand,
    Misere,
    Suit,
    Table,
)
from preftally.engine.replay import Game, replay
from preftally.season.cache import Cache
from preftally.season.figures import Season
from preftally.season.gather import gathered
from preftally.season.people import People
from preftally.session import header
from preftally.session.hands import Record, block

PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Дарья", "Егор")
SUITS = tuple(Suit)


def hand(rng: random.Random, table: Table) -> Hand:
    """A hand as people play them."""
    declarer, left, right = rng.sample(table.active, 3)
    kind = rng.random()
    if kind < 0.2:
        return _all_pass(rng, table)
    if kind < 0.26:
        return Misere(declarer, rng.choice((0, 0, 0, 1, 2, 4)))
    contract = Contract(rng.choice((6, 6, 6, 7, 7, 8, 9, 10)), rng.choice(SUITS))
    if kind < 0.28:
        return Conceded(contract, declarer)
    if kind < 0.4:
        return Contracted(contract, declarer, passed=(left, right))
    tricks = max(0, min(10, contract.level + rng.choice((-2, -1, 0, 0, 0, 0, 1, 1, 2))))
    if kind < 0.8:
        return Contracted(contract, declarer, tricks, whist=(left,), passed=(right,))
    taken = rng.randint(0, 10 - tricks)
    shares = {left: taken, right: 10 - tricks - taken}
    return Contracted(contract, declarer, tricks, whist=(left, right), taken=shares)


def _all_pass(rng: random.Random, table: Table) -> AllPass:
    tricks = dict.fromkeys(table.active, 0)
    for _ in range(10):
        tricks[rng.choice(table.active)] += 1
    return AllPass(tricks)


def evening(rng: random.Random, number: int, hands: int) -> str:
    """A session of so many hands, if the game does not end before."""
    convention = rng.choice([*CONVENTIONS.values()][:4])
    players = tuple(rng.sample(PEOPLE, rng.choice((3, 3, 4))))
    game = Game(convention, players, players[0], 1000)
    start = datetime.datetime(2016, 1, 1, 19, tzinfo=datetime.UTC)
    at = start + datetime.timedelta(days=number * 3650 // 2000)
    played = replay(game, ())
    blocks = []
    while len(blocks) < hands:
        dealt = hand(rng, played.table)
        if problems(dealt, played.table, convention):
            continue
        played = replay(game, (dealt,), after=played._replace(steps=played.steps[-1:]))
        at += datetime.timedelta(minutes=rng.randint(2, 9))
        blocks.append(block(Record(dealt, at=at)))
    return "\n".join([header.text(convention, {}, game), *blocks])


def folder(top: Path, files: int, hands: int, seed: int = 13) -> list[Path]:
    """A folder of so many sessions of so many hands."""
    rng = random.Random(seed)
    paths = []
    for number in range(files):
        path = top / f"{number // 200:02}" / f"{number:05}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(evening(rng, number, hands), encoding="utf-8")
        paths.append(path)
    return paths


def tomllib_alone(paths: Sequence[Path]) -> None:
    """What the TOML library takes."""
    for path in paths:
        tomllib.loads(path.read_text(encoding="utf-8"))


def season(paths: Sequence[Path], kept: Cache | None, jobs: int = 1) -> Season:
    """Reading, replay and figures."""
    found = Season(People())
    for read in gathered(paths, kept, jobs):
        found.add(read)
    found.settled()
    return found


def best(work: Callable[[], object], clock: Callable[[], float], runs: int = 3) -> float:
    """Seconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def main(arguments: Sequence[str]) -> None:
    """Print a line for each way."""
    files = int(arguments[0]) if arguments else 2000
    hands = int(arguments[1]) if len(arguments) > 1 else 50
    with tempfile.TemporaryDirectory() as name:
        paths = folder(Path(name), files, hands)
        print(f"{files} files, {files * hands} hands")
        alone = best(lambda: tomllib_alone(paths), time.process_time)
        print(f"tomllib alone            {alone:6.2f} s")
        cold = best(lambda: season(paths, None), time.process_time)
        print(f"cold, one core           {cold:6.2f} s  {cold / alone:5.2f} x  (to reach: 2.0)")
        with Cache(Path(name, "kept.sqlite")) as kept:
            season(paths, kept)
            warm = best(lambda: season(paths, kept), time.process_time)
        print(f"warm, from kept facts    {warm:6.2f} s  {warm / alone:5.2f} x  (to reach: 0.2)")
        wall = best(lambda: tomllib_alone(paths), time.perf_counter, 1)
        both = best(lambda: season(paths, None, jobs=2), time.perf_counter, 2)
        print(f"cold, two cores, elapsed {both:6.2f} s  {both / wall:5.2f} x")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"most memory              {peak:6.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
