"""How long people wait: whole processes against a bare Python and a Typer hello-world.

Run by hand, nothing fails on it:  python tests/bench/commands.py

CPU time of whole processes (user and system), medians of interleaved runs, on a
session of sixty hands. The ratios count; the milliseconds are this machine's.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 15
HELLO = """
import typer
app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
@app.command()
def hello(name: str = "x") -> None: print("hello", name)
app()
"""
HANDS = (
    'contract = "7S"\ndeclarer = "S"\ntricks = 5\nwhist = ["W"]\npass = ["E"]\n',
    'contract = "6D"\ndeclarer = "W"\ntricks = 7\ntaken = { E = 2, S = 1 }\nwhist = ["E", "S"]\n',
    'contract = "pass"\ntaken = { W = 1, E = 5, S = 4 }\n',
    'contract = "misere"\ndeclarer = "E"\ntricks = 0\n',
)
HAND = ("hand", "7S", "5", "--by", "S", "--whist", "W", "--pass", "E")
BOUNDS = {"hand": 1.2, "sheet": 1.5, "undo": 1.35, "--help": 1.35, "--version": 1.1}


def session(hands: int) -> str:
    """A session of so many hands, of four kinds in turn."""
    head = (
        'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 1000\n'
    )
    return head + "".join(
        f"\n[[hand]]\n{HANDS[n % 4]}at = 2026-11-29T20:{n % 60:02}:12+03:00\n" for n in range(hands)
    )


def cpu(command: list[str], folder: Path) -> float:
    """Milliseconds of one process."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print a line for each command."""
    script = Path(sys.executable).with_name("preftally")
    program = [str(script)] if script.exists() else [shutil.which("preftally") or "preftally"]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "hello-world": [sys.executable, "-c", HELLO],
        "hand": [*program, *HAND],
        "sheet": [*program, "sheet"],
        "undo": [*program, "undo"],
        "--help": [*program, "--help"],
        "--version": [*program, "--version"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(RUNS + 1):
            (folder / "preftally.toml").write_text(session(60), encoding="utf-8")
            for what, command in commands.items():
                taken[what].append(cpu(command, folder))
    # The first round fills the caches.
    medians = {what: statistics.median(times[1:]) for what, times in taken.items()}
    for what, median in medians.items():
        base = "python -c pass" if what == "--version" else "hello-world"
        ratio = median / medians[base]
        bound = f"  (to reach: {BOUNDS[what]})" if what in BOUNDS else ""
        print(f"{what:15} {median:7.1f} ms  {ratio:5.2f} x {base}{bound}")


if __name__ == "__main__":
    main()
