"""What a command must not load, since people wait while it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Without this one Windows starts no Python.
SYSTEM = {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"}
SESSION = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 20\n'
HEAVY = ("asyncio", "importlib.metadata", "pydantic", "pygments", "typer.rich_utils")
SCRIPT = """
import sys
from preftally.cli.app import run
status = run(sys.argv[1:])
sys.stderr.write(f"{status} " + " ".join(sys.modules))
"""


def modules_after(folder: Path, *arguments: str) -> set[str]:
    """The modules that stand loaded when a command has run."""
    (folder / "preftally.toml").write_text(SESSION, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=folder,
        env={"XDG_STATE_HOME": str(folder), "LANG": "C.UTF-8", **SYSTEM},
        capture_output=True,
        text=True,
        check=True,
    )
    status, *modules = done.stderr.splitlines()[-1].split(" ")
    assert status == "0"
    return set(modules)


@pytest.mark.parametrize(
    "arguments",
    [
        ("hand", "7S", "5", "--whist", "W", "--pass", "E"),
        ("hand", "-n", "7S", "5", "--whist", "W", "--pass", "E"),
        ("adjust", "W", "--mountain", "1", "--note", "x"),
        ("sheet", "--json"),
        ("hand", "--help"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_rich_is_loaded_for_tables_only(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A command without a table loads neither Rich nor anything heavy."""
    loaded = modules_after(tmp_path, *arguments)
    assert not loaded & {"rich", *HEAVY}


def test_a_hand_does_not_load_what_only_others_need(tmp_path: Path) -> None:
    """Recording a hand loads no settlement, no fractions, no JSON of ours, nothing for undo."""
    loaded = modules_after(tmp_path, "hand", "7S", "5", "--whist", "W", "--pass", "E")
    others = {"preftally.engine.settlement", "preftally.formats.json", "fractions", "platformdirs"}
    others |= {"preftally.cli.shells", "preftally.session.actions", "preftally.views.changes"}
    others |= {"jinja2", "http.server", "preftally.formats.html", "preftally.serve"}
    assert not loaded & others


def test_a_table_loads_no_more_of_rich_than_tables_need(tmp_path: Path) -> None:
    """Even `sheet` loads none of the heavy ones."""
    loaded = modules_after(tmp_path, "sheet")
    assert "rich.table" in loaded
    assert not loaded & set(HEAVY)


def test_the_version_is_said_before_anything_is_loaded() -> None:
    """`--version` loads neither Typer nor the engine."""
    script = (
        "import os, sys; sys.argv = ['preftally', '--version']\n"
        "def leave(status): print(*sys.modules); sys.exit(status)\n"
        "os._exit = leave\n"
        "from preftally.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    version, modules = done.stdout.splitlines()
    assert version.startswith("preftally ")
    assert not {"typer", "preftally.engine", "preftally.cli"} & set(modules.split())


@pytest.mark.parametrize("arguments", [("sheet",), ("sheet", "--json"), ("settle",), ("log",)])
def test_what_draws_a_report_is_loaded_by_it_alone(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """No other reading command loads the drawing, its markup, or the renderer."""
    drawing = {"preftally.formats.svg", "preftally.formats.csv", "xml.etree.ElementTree"}
    assert drawing - {"preftally.formats.csv"} <= modules_after(tmp_path, "report", "a.svg")
    others = {"resvg_py", "jinja2", "csv", "preftally.formats.html", "preftally.serve"}
    others |= {"segno", "http.server", "socketserver"}
    assert not modules_after(tmp_path, *arguments) & {*drawing, *others}
