"""How long a replay takes, against the reading of the same file by the TOML library.

Run by hand, nothing fails on it:  python tests/bench/replay.py
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from commands import session

from preftally.engine.replay import replay
from preftally.session import file


def best(work: Callable[[], object], runs: int = 7) -> float:
    """Milliseconds of the fastest of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> None:
    """Print a line for a thousand hands and one for ten thousand."""
    for count in (1_000, 10_000):
        text = session(count)
        # A pool that a whole evening cannot fill: no hand is refused.
        loaded = file.parse(Path("bench.toml"), text.encode())
        game = loaded.game._replace(target=1_000_000)
        hands = [one.hand for one in loaded.records]
        assert len(replay(game, hands).steps) == count
        replayed = best(lambda: replay(game, hands))  # noqa: B023 - called at once
        parsed = best(lambda: tomllib.loads(text))  # noqa: B023
        read = best(lambda: file.parse(Path("bench.toml"), text.encode()))  # noqa: B023
        print(
            f"{count:6} hands: replay {replayed:7.1f} ms, {replayed / parsed:5.2f} x tomllib "
            f"({parsed:.1f} ms); reading the session {read:.1f} ms"
        )


if __name__ == "__main__":
    main()
