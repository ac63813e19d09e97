"""README, help and examples say what is true, and every command they show runs."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import runpy
import shlex
import shutil
import signal
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from transcript import environment

import preftally
from preftally.cli.group import COMMANDS
from preftally.engine.conventions import CONVENTIONS, DIALS
from preftally.engine.replay import replay
from preftally.formats import json as data
from preftally.session import file

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))

# A session in which every example of every help makes sense.
EVENING = """
preftally new
preftally hand 7S 5 --whist W --pass E
preftally hand pass W=4 E=3 S=3
preftally hand 6C --pass W --pass E
preftally hand 8D 8 --whist E --pass S
preftally adjust E --pool 1
preftally adjust W --whists 10 --on S
preftally hand 6C --pass W --pass E
preftally adjust E --mountain 2
printf 'misere 0 --by E\\n' > hands.txt
preftally conventions export sochi > ours.toml
"""
ENDLESS = ("serve",)
BEFORE = {
    "new": "rm preftally.toml; preftally paper --form sheet.toml",
    "paper": "preftally paper --form sheet.toml; preftally new --force",
    "redo": "preftally undo",
    "leave": "preftally join Gleb",
}


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A script of the shell, in a folder."""
    return subprocess.run(
        ["sh", "-ec", script],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the evening has been played."""
    folder = tmp_path_factory.mktemp("evening")
    prepared = run(EVENING, folder)
    assert prepared.returncode == 0, prepared.stderr
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_of_a_help_runs(name: str, tmp_path: Path, evening: Path) -> None:
    """The commands that a help shows do what they are shown for."""
    module = importlib.import_module(f"preftally.cli.commands.{name}")
    assert module.EXAMPLES
    for example in module.EXAMPLES:
        folder = tmp_path / str(module.EXAMPLES.index(example))
        shutil.copytree(evening, folder)
        prepared = run(BEFORE.get(name, ""), folder)
        assert prepared.returncode == 0, prepared.stderr
        done = (interrupted if name in ENDLESS else run)(example, folder)
        assert done.returncode == 0, (example, done.stderr)


def interrupted(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command that goes on until it is interrupted, which it is after its first line."""
    with subprocess.Popen(
        shlex.split(command),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as going:
        assert going.stdout
        said = going.stdout.readline()
        going.send_signal(signal.SIGINT)
        try:
            rest, errors = going.communicate(timeout=20)
        finally:
            going.kill()
    return subprocess.CompletedProcess(command, going.returncode, said + rest, errors)


def test_the_short_form_of_each_row_is_its_long_one(tmp_path: Path) -> None:
    """In the README's table of hands both spellings write the same."""
    rows = re.findall(r"^\| [^|]* \| `([^`]*)` \| `([^`]*)` \|$", README, re.MULTILINE)
    assert len(rows) == 8
    assert run("preftally new", tmp_path).returncode == 0
    for long, short in rows:
        written = [run(f"preftally hand -n {words}", tmp_path) for words in (long, short)]
        assert written[0].returncode == 0, written[0].stderr
        answers = [done.stdout.splitlines()[1:] for done in written]
        assert answers[0] == answers[1]


def test_the_readme_knows_every_key() -> None:
    """Each key of a convention stands in the README's table, and their number in its text."""
    table = README[README.index("| key |") : README.index("## For scripts")]
    named = set(re.findall(r"`([a-z_.]+)`", table))
    for key in DIALS:
        group, _, leaf = key.partition(".")
        assert key in named or f".{leaf}" in named, f"{group}: {key}"
    assert f"with {len(DIALS)} keys" in README


def test_the_readme_prints_the_keys_as_they_are_declared() -> None:
    """The table of the keys is the one that `.ci/keys.py` prints from the declarations."""
    keys = runpy.run_path(str(ROOT / ".ci" / "keys.py"))
    assert keys["written"](README) == README


def test_commands_shown_in_the_text_exist() -> None:
    """No command that the README shows or names is unknown."""
    shown = re.findall(r"(?<!/)preftally ([a-z]+)\b", README)
    assert shown
    assert set(shown) <= {*COMMANDS, "why"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_a_finished_evening(path: Path) -> None:
    """Each example session is sound, has come to its end, and settles to exactly zero."""
    session = file.load(path)
    played = replay(session.game, [one.hand for one in session.records])
    assert session.failure is None
    assert not played.problems
    assert played.table.finished
    for stake in (None, Fraction(1, 100), Fraction(1, 2), Fraction(7, 3)):
        settled = data.settle(played, stake, "x")
        assert sum(settled["whists"].values()) == 0
        assert sum(Fraction(amount) for amount in settled["exact"].values()) == 0
        assert sum(Fraction(amount) for amount in settled.get("money", {}).values()) == 0


def test_there_is_an_example_by_each_convention() -> None:
    """Each built-in convention has its evening."""
    assert {file.load(path).game.convention.name for path in EXAMPLES} == set(CONVENTIONS)


def test_the_evening_plays_to_its_settlement(tmp_path: Path) -> None:
    """`examples/evening.sh` runs, and ends with payments."""
    done = subprocess.run(
        ["sh", str(ROOT / "examples" / "evening.sh")],
        env={**environment(tmp_path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Boris pays Anna: 25.34" in done.stdout


def test_the_evening_for_powershell_is_the_same() -> None:
    """Its commands are those of `evening.sh`, word by word."""

    def commands(name: str, start: str) -> list[list[str]]:
        rows = (ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()
        return [shlex.split(row)[1:] for row in rows if row.startswith(start)]

    ours = commands("evening.sh", "play ")
    assert commands("evening.ps1", "preftally ") == ours
    assert len(ours) > 10


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines for a bot or a notebook do what they say, and print nothing of their own."""
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(source, "README.md", "exec"), {})
    assert out.getvalue().splitlines() == [
        "8 Boris",
        (
            "[Payment(payer='Vera', to='Anna', amount=57),"
            " Payment(payer='Vera', to='Boris', amount=57)]"
        ),
    ]


def test_the_public_names_are_there() -> None:
    """Each name that the package offers is found in its room, and loads only then."""
    for name in preftally.__all__:
        assert getattr(preftally, name).__doc__
    with pytest.raises(AttributeError):
        preftally.no_such_name  # noqa: B018
