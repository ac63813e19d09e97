"""`preftally paper` and `new --from-paper`, as people and scripts call them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from preftally.cli.app import run
from preftally.engine.conventions import CONVENTIONS

SHEET = """\
format = 1
convention = "sochi"
players = ["Anna", "Boris", "Vera"]
pool = 20
[sheet.Anna]
pool = "2.4"
mountain = "1"
on = { Boris = "20", Vera = "28.36" }
[sheet.Boris]
pool = 10
mountain = "-3"
on = { Anna = "4.10", Vera = "8" }
[sheet.Vera]
pool = 2
mountain = "8.10.14.16"
on = { Anna = "2.4", Boris = "4.8" }
"""
FIGURES = ["1", "2.4", "20", "28.36", "-3", "10", "8", "4.10", "8.10.14.16", "2", "2.4", "4.8"]


class Outcome(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PREFTALLY_LANG", "en")
    for name in ("PREFTALLY_SESSION", "PREFTALLY_STAKE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "sheet.toml").write_text(SHEET, encoding="utf-8")


def call(*words: str, lines: list[str] | None = None) -> Outcome:
    """Run a command in this process, with lines to read where some are given."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.StringIO("".join(f"{line}\n" for line in lines or []))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(list(words))
    finally:
        sys.stdin = before
    return Outcome(status, out.getvalue(), err.getvalue())


def test_a_sheet_settles_as_a_session_would() -> None:
    """The same figures as corrections of a session come to the same settlement, to the cent."""
    assert call("new", "--from-paper", "sheet.toml").status == 0
    session = call("settle", "--json", "--stake", "0.35").data
    paper = call("paper", "sheet.toml", "--json", "--stake", "0.35").data
    assert {key: paper[key] for key in session} == session
    assert paper["provisional"] is True
    assert paper["payments"]
    settled = call("settle", "--stake", "0,5").out
    assert settled in call("paper", "sheet.toml", "--stake", "0,5").out


def test_the_pools_say_whether_it_is_over() -> None:
    """Full pools are final; without a target nobody can say that it goes on."""
    full = SHEET.replace('"2.4"\nmountain', "20\nmountain").replace("pool = 2\n", "pool = 20\n")
    Path("full.toml").write_text(full.replace("pool = 10", "pool = 20"), encoding="utf-8")
    assert call("paper", "full.toml", "--json").data["provisional"] is False
    open_end = SHEET.replace("pool = 20\n", "", 1)
    Path("open.toml").write_text(open_end, encoding="utf-8")
    assert call("paper", "open.toml", "--json").data["provisional"] is False


def test_findings_are_status_one_and_the_settlement_is_printed() -> None:
    """A pool that falls: named with its cell, its place in the column and what would fit."""
    Path("bad.toml").write_text(SHEET.replace('"2.4"\n', '"2.6.4"\n', 1), encoding="utf-8")
    found = call("paper", "bad.toml", "--json")
    assert found.status == 1
    assert found.data["payments"]
    finding = next(one for one in found.data["findings"] if one["column"] == "pool")
    assert {key: finding[key] for key in ("player", "column", "on", "index", "figure")} == {
        "player": "Anna", "column": "pool", "on": None, "index": 2, "figure": 4,
    }  # fmt: skip
    assert finding["fits"] == [7]
    assert "fall" in finding["why"]
    said = call("paper", "bad.toml")
    assert said.status == 1
    assert "pays" in said.out
    assert "Anna, pool: 2.6.4: it falls by 2" in said.out


def test_a_sheet_that_cannot_be_read_is_status_three() -> None:
    """All of it on stderr, nothing on stdout."""
    text = SHEET.replace("pool = 10", "pool = true").replace('"1"', '"x"')
    Path("bad.toml").write_text(text, encoding="utf-8")
    found = call("paper", "bad.toml", "--json")
    assert (found.status, found.out) == (3, "")
    assert found.err.count("error:") == 2
    assert found.err.count("--> bad.toml:") == 2
    assert call("paper", "none.toml").status == 3


def test_a_form_is_written_and_never_over_a_file() -> None:
    """Three or four, any convention and rule; `-` is stdout; it can be read at once."""
    made = call("paper", "--form", "form.toml", "--four", "-c", "rostov", "--pool", "30",
                "--set", "whist.style=greedy")  # fmt: skip
    assert made.status == 0
    assert call("paper", "form.toml").status == 0
    again = call("paper", "--form", "form.toml")
    assert again.status == 1
    assert "never overwritten" in again.err
    shown = call("paper", "--form", "-", "--four", "-c", "rostov", "--pool", "30",
                 "--set", "whist.style=greedy")  # fmt: skip
    assert shown.out == Path("form.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("sheet.toml", "--four"),
        ("sheet.toml", "--convention", "rostov"),
        ("sheet.toml", "--form", "x.toml"),
        ("--form", "x.toml", "--json"),
        ("--form", "x.toml", "--pool", "5000"),
        ("--form", "x.toml", "--players", "Anna,Boris"),
        ("sheet.toml", "--stake", "much"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(words: tuple[str, ...]) -> None:
    """Nothing is written then."""
    assert call("paper", *words).status == 2
    assert not Path("x.toml").exists()


def test_the_figures_may_be_asked_for() -> None:
    """Twelve lines in the order of the drawing, through a pipe; the sheet can be saved."""
    asked = call("paper", "-p", "Anna,Boris,Vera", "--pool", "20", "--json", "--save", "new.toml",
                 lines=FIGURES)  # fmt: skip
    assert asked.status == 0
    assert asked.data == call("paper", "sheet.toml", "--json").data
    assert call("paper", "new.toml", "--json").data == asked.data


def test_one_may_go_back_and_look() -> None:
    """`back` asks again, an empty line keeps what was answered, `save` writes what there is."""
    lines = ["7", "back", "1", "9", "назад", "2.4", "?", "save part.toml", "back", "", *FIGURES[2:]]
    asked = call("paper", "-p", "Anna,Boris,Vera", "--pool", "20", lines=lines)
    assert asked.status == 0
    assert asked.out.endswith(call("paper", "sheet.toml").out)
    part = Path("part.toml").read_text(encoding="utf-8")
    assert part.count("not answered yet") == 7
    assert call("paper", "part.toml").status in (0, 1)


def test_input_that_is_wrong_or_ends_is_said() -> None:
    """With the line; nothing is settled."""
    wrong = call("paper", lines=["1", "2.x", *FIGURES])
    assert (wrong.status, wrong.out) == (2, "")
    assert "Stopped at line 2" in wrong.err
    short = call("paper", "--four", lines=FIGURES)
    assert (short.status, short.out) == (2, "")
    assert "12 of 20" in short.err


def test_a_sheet_against_its_session() -> None:
    """Agreement is status 0; else the JSON that PAPER.md shows, and status 1."""
    recorded()
    same = call("paper", "same.toml", "--hands", "evening.toml", "--json")
    assert (same.status, same.data["agrees"], same.data["first"]) == (0, True, None)
    one_line = call("paper", "same.toml", "--hands", "evening.toml")
    assert one_line.out == "The paper agrees with the hands: 12 columns, 3 entries.\n"
    text = Path("same.toml").read_text(encoding="utf-8")
    Path("other.toml").write_text(text.replace('"8.12.14"', '"8.14.16"'), encoding="utf-8")
    other = call("paper", "other.toml", "--hands", "evening.toml", "--json")
    assert other.status == 1
    assert other.data["first"] == {
        "hand": 2, "player": "Vera", "column": "mountain", "on": None, "paper": 14, "hands": 12,
    }  # fmt: skip
    assert other.data["slip"]["kind"] == "amount"
    assert set(other.data["balance"]) == set(other.data["paper_balance"]) == {
        "Anna", "Boris", "Vera"
    }  # fmt: skip
    said = call("paper", "other.toml", "--hands", "evening.toml", "--stake", "1")
    assert said.out.startswith(
        "hand 2: Vera, mountain: paper 8.14, by the hands 8.12; "
        "the hand wrote 4, the paper has 6.\n"
    )


def test_the_rule_that_was_followed_is_named() -> None:
    """In words and in JSON."""
    recorded()
    text = Path("same.toml").read_text(encoding="utf-8")
    text = text.replace(
        'on = { Boris = "0", Vera = "28.48" }', 'on = { Boris = "0", Vera = "18.30" }'
    )
    text = text.replace('Vera = "8.12"', 'Vera = "18.30"')
    Path("other.toml").write_text(text, encoding="utf-8")
    found = call("paper", "other.toml", "--hands", "evening.toml", "--json").data
    assert found["explained_by"] == [
        {"key": "whist.style", "value": "gentleman"},
        {"key": "whist.style", "value": "gentleman_always"},  # on remises it is the same
    ]
    said = call("paper", "other.toml", "--hands", "evening.toml").out
    assert "Your paper follows whist.style = gentleman." in said


def recorded() -> None:
    """A session of three hands, and the sheet that it leaves on paper."""
    said = ("-s", "evening.toml")
    call("new", *said, "--players", "Anna,Boris,Vera")
    for words in ("7S 5 --by Vera --whist Anna --pass Boris",
                  "7S 6 --by Vera --whist Anna --pass Boris",
                  "6D 7 --by Anna --whist Boris=2 --whist Vera=1"):  # fmt: skip
        assert call("hand", *said, *words.split()).status == 0
    zero = (
        SHEET.replace('"2.4"\nm', '"2"\nm').replace('"1"', '"0"').replace("pool = 10", "pool = 0")
    )
    for old, new in (
        ('Boris = "20", Vera = "28.36"', 'Boris = "0", Vera = "28.48"'), ('"-3"', '"0"'),
        ('Anna = "4.10", Vera = "8"', 'Anna = "4", Vera = "8.12"'), ("pool = 2\n", "pool = 0\n"),
        ('"8.10.14.16"', '"8.12.14"'), ('Anna = "2.4", Boris = "4.8"', 'Anna = "2", Boris = "0"'),
    ):  # fmt: skip
        assert old in zero
        zero = zero.replace(old, new)
    Path("same.toml").write_text(zero, encoding="utf-8")


def test_a_session_goes_on_from_a_sheet() -> None:
    """Its figures are opening corrections with a note; series and dealer are said beside it."""
    made = call("new", "--from-paper", "sheet.toml", "--dealer", "b", "--all-passes", "2")
    assert made.status == 0
    sheet = call("sheet", "--json").data
    assert sheet["pool"] == {"Anna": 4, "Boris": 10, "Vera": 2}
    assert sheet["mountain"] == {"Anna": 1, "Boris": -3, "Vera": 16}
    assert sheet["whists"]["Anna"] == {"Boris": 20, "Vera": 36}
    assert (sheet["dealer"], sheet["all_passes"], sheet["lowest_contract"]) == ("Boris", 2, 7)
    assert call("hand", "7S", "7", "--by", "Anna", "--whist", "Boris", "--pass", "Vera").status == 0
    text = Path("preftally.toml").read_text(encoding="utf-8")
    assert "figures of the paper sheet sheet.toml" in text


@pytest.mark.parametrize("convention", sorted(CONVENTIONS))
@pytest.mark.parametrize("four", [False, True])
def test_so_it_does_by_every_convention(convention: str, four: bool) -> None:
    """Whatever an all-pass writes there, the figures are those of the paper."""
    players = ("Anna", "Boris", "Vera", "Gleb")[: 4 if four else 3]
    names = ",".join(players)
    figures = [str(number % 9) for number in range(20 if four else 12)]
    call("paper", "-p", names, "-c", convention, "--pool", "10", "--save", "in.toml", lines=figures)
    made = call("new", "--from-paper", "in.toml", "--dealer", "Vera", "--all-passes", "3")
    assert made.status == 0, made.err
    sheet = call("sheet", "--json").data
    paper = call("paper", "in.toml", "--json").data
    assert call("settle", "--json").data["exact"] == paper["exact"]
    assert (sheet["dealer"], sheet["all_passes"]) == ("Vera", 3)


def test_a_sheet_that_cannot_go_on_is_refused() -> None:
    """Fractions, pools above the target: nothing is written; said twice is wrong usage."""
    for old, new in (("pool = 10", 'pool = "17/2"'), ("pool = 10", "pool = 21")):
        Path("bad.toml").write_text(SHEET.replace(old, new), encoding="utf-8")
        refused = call("new", "--from-paper", "bad.toml")
        assert refused.status == 1
        assert "Boris, pool" in refused.err
    for words in (["--convention", "sochi"], ["--four"], ["--pool", "20"], ["--players", "A,B,C"]):
        assert call("new", "--from-paper", "sheet.toml", *words).status == 2
    assert call("new", "--all-passes", "1").status == 2
    assert not Path("preftally.toml").exists()


# In a terminal.


class Terminal:
    """The command behind a terminal of its own."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.screen, inside = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "preftally", *words],
            stdin=inside, stdout=inside, stderr=inside, close_fds=True, start_new_session=True,
            env={**os.environ, "TERM": "dumb", **environment},
            preexec_fn=lambda: _own_terminal(inside),  # noqa: PLW1509  there are no threads
        )  # fmt: skip
        os.close(inside)
        self.shown = ""

    def until(self, text: str) -> None:
        """Read what is shown until a text is there."""
        limit = time.monotonic() + 20
        while text not in self.shown:
            assert time.monotonic() < limit, self.shown
            try:
                self.shown += os.read(self.screen, 4096).decode()
            except OSError:
                break
        assert text in self.shown, self.shown
        self.shown = self.shown.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupted(self) -> int:
        """Press Ctrl-C until it is heard; one may come before the reader waits for a key."""
        for _again in range(30):
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=1)
                break
        return self.ended()

    def ended(self) -> int:
        with contextlib.suppress(OSError):
            while found := os.read(self.screen, 4096):
                self.shown += found.decode()
        os.close(self.screen)
        return self.process.wait(20)


def _own_terminal(inside: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(inside, termios.TIOCSCTTY, 0)


def test_a_terminal_asks_and_saves() -> None:
    """Each cell by its name; an error asks again; at the end a file may be named."""
    terminal = Terminal("paper", "-p", "Anna,Boris,Vera")
    terminal.until("1/12 Anna, mountain> ")
    terminal.type("1.x\n")
    terminal.until("x is not a figure")
    terminal.until("1/12 Anna, mountain> ")
    for number, figure in enumerate(FIGURES, 1):
        terminal.type(f"{figure}\n")
        terminal.until(f"{number + 1}/12 " if number < 12 else "Save to a file?")
    terminal.type("kept.toml\n")
    terminal.until("totals above")
    assert terminal.ended() in (0, 1)
    assert (
        call("paper", "kept.toml", "--json").data["exact"]
        == (call("paper", "sheet.toml", "--json").data["exact"])
    )


def test_an_interruption_loses_nothing() -> None:
    """Ctrl-C in the middle: what was answered is in a file, and the program says which."""
    terminal = Terminal("paper", PREFTALLY_LANG="ru")
    terminal.until("1/12 W, гора> ")
    terminal.type("2.9\n")
    terminal.until("2/12 W, пуля> ")
    assert terminal.interrupted() == 128 + signal.SIGINT
    assert "paper.toml" in terminal.shown
    text = Path("paper.toml").read_text(encoding="utf-8")
    assert 'mountain = "2.9"\n' in text
    assert 'pool = "0"  # ' in text
