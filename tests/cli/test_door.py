"""One door for all that is printed: nothing that other people wrote reaches a terminal raw.

Every command is walked with a hostile text in each place that texts come from: the
session file's name, players, notes, the environment, a convention's file, options, words.
"""

from __future__ import annotations

import io
import json
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from evenings import Outcome, alone, begin, call, done, spawn

from preftally import lang
from preftally.cli import output
from preftally.cli.group import COMMANDS, loaded
from preftally.formats.terminal import Terminal, drawn
from preftally.notation.unseen import shown, unseen
from preftally.views.grid import Grid

# A colour, a turn of direction, a bell, a line that is overwritten, a title, nothing at all.
CONTROLS = "\x1b[31m\u202e\x07\r\x9b1m\x1b]0;x\x07\x08\u2028"
INVISIBLE = "\u200b\u200f\ufe0f\u3164\xad\u2060\U000e0041"
HOSTILE = f"зло{CONTROLS}{INVISIBLE}[red]"
# Windows has no such names of files; those that it can have are no better.
FILE = (HOSTILE if os.name != "nt" else f"зло\u202e{INVISIBLE}[red]") + ".toml"
NAMES = tuple(f"{one}{INVISIBLE}a" for one in ("Анна", "Boris", "Вера", "Ж"))
SERVER = "serve"  # it ends when it is told to
# Words with which a command does its work, on a session of three hands.
WORK: Sequence[Sequence[str]] = (
    (),
    ("sheet",), ("sheet", "--running"), ("sheet", "--json"), ("sheet", "--explain", "Б"),
    ("sheet", "--explain", "Bo"), ("log",), ("log", "--json"), ("explain",), ("explain", "1"),
    ("settle",), ("settle", "--explain"), ("settle", "--json", "--stake", "0.5"), ("check",),
    ("settle", "--stake", "0.5"), ("hand", "-n", "7S", "5", "--whist", "Анна", "--pass", "Bor"),
    ("hand", "7S", "5", "--whist", "Анна", "--pass", "Bor"), ("hand", "7S", "--by", "нет"),
    ("hand", "7S"), ("hand", "7S", "5", "--whist", "Aнна"), ("undo",), ("redo",), ("undo",),
    ("edit", "1", "6S", "6", "--by", "Анна", "--pass", "Bo", "--pass", "Ве"),
    ("insert", "1", "misdeal"), ("drop", "1"), ("adjust", "Bor", "--mountain", "2"),
    ("join", "Глеб"), ("leave", "Глеб"), ("compare",), ("compare", "--json"), ("compare", "sochi"),
    ("conventions",), ("conventions", "show"), ("conventions", "export"), ("new",), ("play",),
    ("report",), ("report", "-"), ("report", "--format", "md", "-"), ("check", "--mend"),
    ("new", "--force", "--players", "А,Б,В"), ("rules",), ("end",), ("rename", "Bor", "Борис"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one, and nobody at the keyboard."""
    monkeypatch.setattr("sys.stdin", io.StringIO("sheet\nнет такой\n"))
    monkeypatch.setenv("EDITOR", "false")
    return alone(tmp_path, monkeypatch)


def clean(outcome: Outcome, *words: str) -> Outcome:
    """The outcome, in which everything can be seen."""
    for stream in (outcome.out, outcome.err):
        for line in stream.split("\n"):
            at = unseen(line.replace("\t", ""))
            assert at < 0, (words, ascii(line))
    return outcome


def hostile_session(path: Path, extra: str = "") -> None:
    """A session as an older version, or an editor, left it: invisible names, such notes."""
    quoted = [json.dumps(name, ensure_ascii=False) for name in NAMES[:3]]
    hands = "".join(
        f'\n[[hand]]\ncontract = "pass"\ntaken = {{ {quoted[0]} = 1, {quoted[1]} = 5, '
        f'{quoted[2]} = 4 }}\nnote = "{INVISIBLE}[/b]"\n'
        for _number in range(3)
    )
    path.write_text(
        f'format = 1\nconvention = "sochi"\nplayers = [{", ".join(quoted)}]\n'
        f"dealer = {quoted[0]}\npool = 100\n{hands}{extra}",
        encoding="utf-8",
    )


def test_the_hostile_texts_are_seen_by_the_test() -> None:
    """(Each character of them is one that must not be printed.)"""
    for one in CONTROLS.replace("[31m", "").replace("1m", "").replace("]0;x", "") + INVISIBLE:
        assert unseen(f"а{one}") == 1, ascii(one)
    with pytest.raises(AssertionError):
        clean(Outcome(0, "fine\nа\u200b", ""))


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_every_command_shows_hostile_names_and_notes_by_their_codes(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """In a session file whose own name is one, found by the environment or by the option."""
    path = Path(FILE)
    monkeypatch.setenv("PREFTALLY_LANG", language)
    for words in WORK:
        hostile_session(path)
        named = ("--session", str(path)) if words and words[0] in COMMANDS else ()
        if named:
            clean(call(*words, *named), *words)
        monkeypatch.setenv("PREFTALLY_SESSION", str(path))
        clean(call(*words), *words)
        monkeypatch.delenv("PREFTALLY_SESSION")


@pytest.mark.parametrize(
    "row", ['leave = "{}"', 'note = "{}"', '{} = 1', 'join = "{}"', '"{}" = "x"', "# {}\nx", "{}"]
)  # fmt: skip
def test_a_damaged_row_is_shown_by_its_codes(row: str) -> None:
    """As the row that is at fault, in the message, in a suggestion."""
    hostile_session(Path("preftally.toml"), "\n[[hand]]\n" + row.replace("{}", HOSTILE) + "\n")
    for words in (("check",), ("sheet",), ("hand", "6S"), ("check", "--mend"), ("log", "--json")):
        clean(call(*words), *words)
    clean(call("check", "--session", "preftally.1.toml"))


def valued(name: str) -> Iterator[str]:
    """The options of a command that take a value."""
    for parameter in loaded(name).params:
        if parameter.opts[0].startswith("-") and not getattr(parameter, "is_flag", False):
            yield parameter.opts[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_and_option_of_every_command_may_be_hostile(name: str) -> None:
    """Unknown options, values, words too many: what is complained of is shown by its codes."""
    lines: list[tuple[str, ...]] = [
        (name, f"--{HOSTILE}"), (name, f"-{HOSTILE}"), (name, HOSTILE, HOSTILE, HOSTILE, "x", "y"),
        (name, "--help", HOSTILE), (name, "1", HOSTILE, "x", "y"),
    ]  # fmt: skip
    lines += [(name, option, HOSTILE, "x", "y", "z") for option in valued(name)]
    if name != SERVER:
        lines += [(name, HOSTILE), (name, "7S", "5", HOSTILE), (name, f"--session={HOSTILE}")]
        lines += [(name, option, HOSTILE) for option in valued(name)]
        lines += [(name, "1", option, HOSTILE, "7S") for option in valued(name)]
    for words in lines:
        hostile_session(Path("preftally.toml"))
        clean(call(*words), *words)


def test_words_that_are_no_command_are_shown_by_their_codes() -> None:
    """And so are options before the command, and bytes that are no letters."""
    for words in (
        (HOSTILE,), (f"--{HOSTILE}",), ("--lang", HOSTILE), (f"--lang={HOSTILE}",),
        ("-s", HOSTILE), ("-s", HOSTILE, "sheet"), ("--show-completion", HOSTILE),
    ):  # fmt: skip
        clean(call(*words), *words)


@pytest.mark.parametrize(
    "name",
    ["PREFTALLY_SESSION", "PREFTALLY_LANG", "PREFTALLY_STAKE", "LANG", "COLUMNS", "EDITOR", "TZ",
     "HOME", "XDG_STATE_HOME", "TERM", "NO_COLOR", "_PREFTALLY_COMPLETE", "COMP_WORDS"],
)  # fmt: skip
def test_the_environment_may_be_hostile(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever variable it is, what is said of it is shown by its codes."""
    begin()
    monkeypatch.setenv(name, HOSTILE)
    for words in ((), ("sheet",), ("hand", "misdeal"), ("undo",), ("redo",), ("settle",),
                  ("edit", "1"), ("play",)):  # fmt: skip
        clean(call(*words), name, *words)


def test_files_of_conventions_may_be_hostile() -> None:
    """By their names and by what stands in them."""
    file = Path(FILE)
    for text in ('base = "sochi"', f'base = "{HOSTILE}"', HOSTILE, f'base = "sochi"\n{HOSTILE} = 1',
                 f'base = "sochi"\n"{INVISIBLE}" = 1'):  # fmt: skip
        file.write_text(text, encoding="utf-8")
        for words in (
            ("new", "-c", str(file), "-s", "x.toml"), ("conventions", "show", str(file)),
            ("conventions", "export", str(file)), ("compare", "-c", str(file)),
        ):  # fmt: skip
            clean(call(*words), *words)
    for words in (
        ("new", "-c", HOSTILE), ("new", "--set", HOSTILE), ("new", "--set", f"x={HOSTILE}"),
        ("new", "--set", f"whist.style={HOSTILE}"), ("new", "--players", HOSTILE),
        ("new", "--players", f"a,b,{HOSTILE}"), ("new", "--dealer", HOSTILE),
    ):  # fmt: skip
        clean(call(*words), *words)


def test_a_fault_of_ours_shows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what an exception says of the text that it failed on."""

    def fails(*_anything: Any) -> None:
        raise KeyError(HOSTILE + "'")

    monkeypatch.setattr("preftally.cli.app._run", fails)
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    from preftally.cli.app import run

    assert run([]) == 1
    clean(Outcome(1, out.getvalue(), err.getvalue()))


def test_json_means_the_same_by_its_codes() -> None:
    """What is escaped in JSON is read as what it was."""
    hostile_session(Path("preftally.toml"))
    answer = clean(call("sheet", "--json"))
    assert json.loads(answer.out)["players"] == list(NAMES[:3])


def test_a_table_brings_no_colour_but_its_own() -> None:
    """Cells are shown before they are measured, so the columns stay in line."""
    grid = Grid([CONTROLS, "a"], [[f"Анна{CONTROLS}", "1"], ["Bo", "22"]], frozenset({1}))
    for colour in (False, True):
        text = drawn(grid, Terminal(200, colour, unicode=True))
        plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert shown(f"Анна{CONTROLS}") in plain
        clean(Outcome(0, plain, ""))
        assert len({len(line) for line in plain.split("\n")}) == 1


def test_a_drawing_keeps_its_own_colours(capsys: pytest.CaptureFixture[str]) -> None:
    """Colours are all that a drawing may bring."""
    output.draw("\x1b[1;31mrot\x1b[0m \x1b]0;x\x07\x1b[2J\u202e")
    assert capsys.readouterr().out == "\x1b[1;31mrot\x1b[0m \\x1b]0;x\\x07\\x1b[2J\\u202e\n"


# --- What a program reads ----------------------------------------------------------------------


@pytest.mark.parametrize("language", lang.LANGUAGES)
def test_what_a_program_reads_is_never_wrapped(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """An exported convention is a file that `new` takes, however narrow the terminal."""
    monkeypatch.setenv("PREFTALLY_LANG", language)
    whole = done("conventions", "export", "rostov").out
    for columns in ("20", "60"):
        monkeypatch.setenv("COLUMNS", columns)
        assert done("conventions", "export", "rostov").out == whole
    assert tomllib.loads(whole)["base"] == "rostov"
    Path("ours.toml").write_text(whole, encoding="utf-8")
    done("new", "-c", "ours.toml")


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "ascii", "utf-8", "utf-16"])
def test_a_file_is_in_utf8_whatever_the_terminal_speaks(encoding: str) -> None:
    """A redirected export can be read back; its comment has the reader's letters."""
    with open("ours.toml", "wb") as file:
        env = {"PYTHONIOENCODING": encoding, "PREFTALLY_LANG": "ru", "COLUMNS": "30"}
        outcome = spawn("conventions", "export", "sochi", env=env, stdout=file)
    assert outcome.status == 0
    assert "# Все ключи" in Path("ours.toml").read_text(encoding="utf-8")
    done("new", "-c", "ours.toml")


def test_json_is_never_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a long note in it."""
    begin()
    done("hand", "misdeal", "--note", "слово " * 40)
    whole = done("log", "--json").out
    monkeypatch.setenv("COLUMNS", "30")
    assert done("log", "--json").out == whole
