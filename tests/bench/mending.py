"""How `check` and `check --mend` grow: 2,000 entries with a fault each against 500.

Run by hand, nothing fails on it:  python tests/bench/mending.py

CPU time of this process, the best of five. To reach: five times, for four times the entries.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from preftally.evening.check import diagnosed, mended
from preftally.session import file

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 1000\n'
FAULTS = {
    "missing ]": '\n[[hand]]\ncontract = "6C"\ndeclarer = "W"\npass = ["E", "S"\n',
    "bad contract": '\n[[hand]]\ncontract = "6X"\ndeclarer = "W"\npass = ["E", "S"]\n',
    "illegal hand": '\n[[hand]]\ncontract = "pass"\ntaken = { W = 2, E = 5, S = 4 }\n',
    "missing quote": '\n[[hand]]\ncontract = "6C\ndeclarer = "W"\npass = ["E", "S"]\n',
    "open note": '\n[[hand]]\ncontract = "6C"\ndeclarer = "W"\npass = ["E", "S"]\nnote = """x\n',
}


def best(work: Callable[[], object]) -> float:
    """The least of five runs, in milliseconds."""
    took = []
    for _ in range(5):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took) * 1000


def main() -> None:
    """A row a kind of fault."""
    for name, entry in FAULTS.items():
        figures = []
        for count in (500, 2000):
            raw = (HEAD + entry * count).encode()

            def check(raw: bytes = raw) -> object:
                return diagnosed(file.parse(Path("x.toml"), raw))

            def mend(raw: bytes = raw) -> object:
                return mended(diagnosed(file.parse(Path("x.toml"), raw)))

            figures.append((best(check), best(mend)))
        for what, at in (("check", 0), ("check and mend", 1)):
            few, many = figures[0][at], figures[1][at]
            print(f"{name:14} {what:15} {few:7.0f} → {many:7.0f} ms  {many / few:5.2f} x")


if __name__ == "__main__":
    main()
