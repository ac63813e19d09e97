"""Whatever the names, the encoding, the terminal: no traceback, no digit cut, no false word."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from evenings import (
    ALL_PASS,
    NAME,
    PREFTALLY,
    SESSION,
    THREE,
    Outcome,
    begin,
    call,
    done,
    environment,
    evening_of_three,
    listing,
    notes,
    one_error,
    records,
    spawn,
)
from rich.cells import cell_len

READING: Sequence[tuple[str, ...]] = (
    ("sheet",),
    ("sheet", "--json"),
    ("sheet", "--running"),
    ("log",),
    ("log", "--long"),
    ("log", "--json"),
    ("settle",),
    ("settle", "--stake", "0.5"),
    ("explain", "1"),
    ("check",),
)
# Changes of a session of three all-passes.
WRITING: Sequence[tuple[str, ...]] = (
    (*ALL_PASS, "--note", "new"),
    ("adjust", "W", "--mountain", "1"),
    ("undo",),
    ("edit", "2", "misere", "0", "--by", "W"),
    ("insert", "2", "misdeal"),
    ("drop", "2"),
    ("join", "Gleb"),
)


def prepared() -> bytes:
    """A session of three hands."""
    begin()
    for number in range(3):
        done(*ALL_PASS, "--note", f"{number}")
    return SESSION.read_bytes()


def changed(raw: bytes) -> bool:
    """Whether the session is another one now, and loads."""
    assert records() is not None
    return SESSION.read_bytes() != raw


def untroubled(outcome: Outcome) -> None:
    """No traceback and no word of a failure."""
    assert "Traceback" not in outcome.err + outcome.out, outcome
    assert "error:" not in outcome.err, outcome


# --- Names -------------------------------------------------------------------------------------

NAMES = (
    ("[red]Петя", "[/b]", ":smile:"),
    ("back\\", "李明", unicodedata.normalize("NFD", "Андрей")),
    ("👨‍👩‍👧", "שרה", "{x}%s"),
    ("[bold]", "[link=file:///x]", "Коля[1]", "a b c"),
    ("'q'", '"d"', "$HOME", "#1"),
)  # fmt: skip
every_name = pytest.mark.parametrize("players", NAMES, ids=range(len(NAMES)))


@every_name
def test_names_are_shown_as_typed(players: Sequence[str]) -> None:
    """Sheet, log, settlement and answers show the names letter by letter, columns aligned."""
    begin("--players", ",".join(players), "--dealer", players[-1])
    taken = [f"{player}={tricks}" for player, tricks in zip(players, (1, 5, 4), strict=False)]
    note = " ".join(players)
    answer = done("hand", "pass", *taken, "--note", note)
    for player in players[:3]:
        assert player in answer.out
    for words in (("sheet",), ("log",), ("settle",), ("sheet", "--running"), ("explain",)):
        out = done(*words).out
        for player in players[:3]:
            assert player in out, words
        if words != ("explain",):
            assert players[-1] in out
        table = [line for line in out.splitlines() if line[:1] in "╭├│╰"]
        blocks = re.split(r"(?<=╯)\n", "\n".join(table))
        for block in blocks:
            assert len({cell_len(line) for line in block.splitlines()}) <= 1, out
    assert note in done("log").out


@every_name
def test_names_are_stored_and_passed_on_as_typed(players: Sequence[str]) -> None:
    """The file, read by any TOML reader, and the JSON hold the very same names and notes."""
    begin("--players", ",".join(players))
    taken = [f"{player}={tricks}" for player, tricks in zip(players, (1, 5, 4), strict=False)]
    note = " | ".join(players)
    done("hand", "pass", *taken, "--note", note, "--dealer", players[-1])
    stored = tomllib.loads(SESSION.read_text(encoding="utf-8"))
    assert stored["players"] == list(players)
    assert stored["hand"][0]["taken"] == dict(zip(players, (1, 5, 4), strict=False))
    assert stored["hand"][0]["note"] == note
    sheet = json.loads(done("sheet", "--json").out)
    assert sheet["players"] == list(players)
    assert list(sheet["pool"]) == list(players)
    log = json.loads(done("log", "--json").out)
    assert log["hands"][0]["note"] == note
    assert log["hands"][0]["taken"] == stored["hand"][0]["taken"]
    settled = json.loads(done("settle", "--json").out)
    assert list(settled["exact"]) == list(players)


@every_name
def test_names_stand_in_errors_as_typed(players: Sequence[str]) -> None:
    """A message names players, and shows rows of the file, letter by letter."""
    begin("--players", ",".join(players))
    outcome = call("hand", "misere", "0", "--by", "nobody at all")
    one_error(outcome, 2)
    for player in players:
        assert player in outcome.err
    raw = SESSION.read_bytes()
    for player in players:
        row = f"leave = {json.dumps(player, ensure_ascii=False)} x"
        SESSION.write_bytes(raw + f"\n[[hand]]\n{row}\n".encode())
        outcome = call("sheet")
        one_error(outcome, 3)
        assert row in outcome.err


@pytest.mark.parametrize(
    "name",
    [
        "a\x1b[31mb", "\x1b]0;x\x07", "a\nb", "a\tb", "\u202eab", "a\u2066b", "\x00", "\x7f",
        "a\u2028b",
    ],
    ids=ascii,
)  # fmt: skip
def test_control_characters_are_refused_at_the_door(name: str) -> None:
    """No name and no note brings control characters in; the message does not show them either."""
    for players in (f"A,{name},C", f"{name},B,C"):
        outcome = call("new", "--players", players)
        one_error(outcome, 2)
        assert not set(name) & set(outcome.err) & set("\x1b\x07\x00\x7f\u202e\u2066\u2028")
        assert listing() == set()
    raw = begin()
    for words in ((*ALL_PASS, "--note", f"x{name}y"), ("join", f"x{name}y"), ("join", name)):
        outcome = call(*words)
        assert outcome.status == 2, words
        assert not set(name) & set(outcome.err) & set("\x1b\x07\x00\x7f\u202e\u2066\u2028")
        assert SESSION.read_bytes() == raw


def test_bytes_that_are_not_utf8_are_refused_at_the_door() -> None:
    """Arguments in another encoding are refused by one message, and nothing is written."""
    one_error(spawn("new", "--players", os.fsdecode("A,Вася,C".encode("cp1251"))), 2)
    assert listing() == set()
    raw = begin()
    one_error(spawn(*ALL_PASS, "--note", os.fsdecode(b"caf\xe9")), 2)
    assert SESSION.read_bytes() == raw


# --- Encodings ---------------------------------------------------------------------------------

C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ENCODINGS = {
    "cp1251": {"PYTHONIOENCODING": "cp1251"},
    "cp866": {"PYTHONIOENCODING": "cp866"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "strict ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "C": C_LOCALE,
}


@pytest.mark.parametrize("env", ENCODINGS.values(), ids=ENCODINGS)
def test_no_encoding_stops_a_command(env: dict[str, str]) -> None:
    """In any encoding each command does its work; what cannot be shown is shown by a sign."""
    players = "Аня,李明,Вера"
    assert spawn("new", "--players", players, env=env).status == 0
    words = ("7♠", "5", "--by", "Вера", "--whist", "А", "--pass", "李", "--note", "♠")
    outcome = spawn("hand", *words, env=env)
    untroubled(outcome)
    assert outcome.status == 0
    assert re.search(r"7.*5", outcome.out)
    assert notes() == ["♠"]
    stored = tomllib.loads(SESSION.read_text(encoding="utf-8"))
    assert stored["players"] == players.split(",")
    for command in ("sheet", "log", "settle"):
        outcome = spawn(command, env=env)
        assert outcome.status == 0
        untroubled(outcome)
    one_error(spawn("hand", "7♠", "5", "--whist", "Ъ", env=env), 2)


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "ascii"])
def test_json_can_be_read_in_any_encoding(encoding: str) -> None:
    """`--json` is whole in every encoding: what it has no letter for is written as its code."""
    begin("--players", "Аня,李明,👨‍👩‍👧")
    process = subprocess.run(
        [*PREFTALLY, "sheet", "--json"],
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=True,
    )
    assert json.loads(process.stdout.decode(encoding))["players"] == ["Аня", "李明", "👨‍👩‍👧"]


def test_letters_that_a_code_page_has_are_shown() -> None:
    """In cp1251 and cp866 Cyrillic names are shown as they are, and suits by their letters."""
    begin("--players", "Аня,Борис,Вера")
    done("hand", "7S", "5", "--by", "Вера", "--whist", "А", "--pass", "Б")
    for encoding in ("cp1251", "cp866"):
        for words in (("sheet",), ("log",)):
            process = subprocess.run(
                [*PREFTALLY, *words],
                env=environment(PYTHONIOENCODING=encoding),
                capture_output=True,
                check=True,
            )
            out = process.stdout.decode(encoding)
            assert "Аня" in out
            assert "Вера" in out
            assert "?" not in out
            assert ("7S" in out) == (words == ("log",))


@pytest.mark.parametrize("how", ["option", "environment"])
def test_a_session_with_a_cyrillic_name_in_the_c_locale(how: str) -> None:
    """Files of any name are found and written where the locale knows no letters."""
    path = "вечер/партия.toml"
    Path("вечер").mkdir()
    option = ("--session", path) if how == "option" else ()
    env = C_LOCALE | ({"PREFTALLY_SESSION": path} if how == "environment" else {})
    for words in (("new", "--players", "А,Б,В"), ("hand", "pass", "А=1", "Б=5", "В=4"), ("sheet",),
                  ("undo",)):  # fmt: skip
        outcome = spawn(*words, *option, env=env)
        untroubled(outcome)
        assert outcome.status == 0, outcome
    assert records(Path(path).read_bytes()) == []
    one_error(spawn("sheet", "--session", "нет.toml", env=C_LOCALE), 3)


# --- Streams that fail -------------------------------------------------------------------------


@pytest.mark.parametrize("words", READING, ids="-".join)
def test_an_answer_that_cannot_be_printed_is_told(words: Sequence[str]) -> None:
    """With a full disk behind stdout a command that only reads fails with one message, status 4."""
    raw = prepared()
    with open("/dev/full", "wb") as full:
        outcome = spawn(*words, stdout=full)
    one_error(outcome, 4)
    assert SESSION.read_bytes() == raw


@pytest.mark.parametrize("words", WRITING, ids=lambda words: words[0])
def test_what_was_recorded_is_not_reported_as_failed(words: Sequence[str]) -> None:
    """With a full disk behind stdout what was recorded stays recorded: status 0, a warning."""
    raw = prepared()
    with open("/dev/full", "wb") as full:
        outcome = spawn(*words, stdout=full)
    assert outcome.status == 0, outcome
    assert "warning:" in outcome.err
    untroubled(outcome)
    assert changed(raw)


def test_a_new_session_is_not_reported_as_failed() -> None:
    """`new` that has made its file says so, also where its answer cannot be printed."""
    with open("/dev/full", "wb") as full:
        outcome = spawn("new", stdout=full)
    assert outcome.status == 0, outcome
    assert "warning:" in outcome.err
    assert records() == []


def test_mending_is_not_reported_as_failed() -> None:
    """`check --mend` that has mended says so, also where its answer cannot be printed."""
    raw = prepared()
    SESSION.write_bytes(raw + b"\n[[hand]]\n")
    with open("/dev/full", "wb") as full:
        outcome = spawn("check", "--mend", stdout=full)
    assert outcome.status == 0, outcome
    assert "warning:" in outcome.err
    assert len(records()) == 3


@pytest.mark.parametrize("words", [*READING[:4], *WRITING], ids=lambda words: "-".join(words[:2]))
def test_a_full_stderr_fails_nothing(words: Sequence[str]) -> None:
    """What cannot be said on stderr is no failure of a command."""
    raw = prepared()
    with open("/dev/full", "wb") as full:
        outcome = spawn(*words, stderr=full)
    assert outcome.status == 0
    assert outcome.out
    assert (words in WRITING) == changed(raw)


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=lambda words: "-".join(words[:2]))
def test_a_reader_who_has_gone_is_no_error(words: Sequence[str]) -> None:
    """Into a pipe that is closed a command writes without a word, and does its work."""
    raw = prepared()
    reading, writing = os.pipe()
    os.close(reading)
    outcome = spawn(*words, stdout=writing)
    os.close(writing)
    assert outcome.status in (0, 141)
    if words in WRITING:
        assert outcome.status == 0
    untroubled(outcome)
    assert "Exception ignored" not in outcome.err
    assert (words in WRITING) == changed(raw)


def test_head_takes_what_it_wants() -> None:
    """`log | head -1` of a long evening: one line, and nothing on stderr."""
    begin()
    hand = '\n[[hand]]\ncontract = "pass"\ntaken = { W = 1, E = 5, S = 4 }\n'
    with SESSION.open("a", encoding="utf-8") as file:
        file.write(hand * 800)
    shell = " ".join(f"'{word}'" for word in (*PREFTALLY, "log"))
    ended = subprocess.run(
        ["/bin/sh", "-c", f"{shell} | head -1"],
        env=environment(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert len(ended.stdout.splitlines()) == 1
    assert ended.stderr == b""


@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2), (0, 1, 2)], ids=str)
def test_closed_streams_stop_nothing(closed: Sequence[int]) -> None:
    """Without stdout or stderr at all (`>&-`) a hand is recorded, and nothing breaks."""
    raw = prepared()

    def closing() -> None:
        for descriptor in closed:
            os.close(descriptor)

    for words in (WRITING[0], ("sheet",), ("sheet", "--json")):
        outcome = spawn(*words, preexec_fn=closing)
        untroubled(outcome)
        if words[0] != "sheet":
            assert outcome.status == 0, (words, outcome)
        assert outcome.status in (0, 4)
        assert changed(raw)
    refused = spawn("hand", "9X", preexec_fn=closing)
    assert refused.status == 2
    assert "Traceback" not in refused.err


# --- Colour ------------------------------------------------------------------------------------


def on_terminal(*words: str, columns: int = 100, env: dict[str, str] | None = None) -> Outcome:
    """Run a command with a terminal of this width for its streams; both come as one text."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [*PREFTALLY, *words],
        env=environment(**({"TERM": "xterm-256color"} | (env or {}))),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break
        if not part:
            break
        parts.append(part)
    os.close(ours)
    text = b"".join(parts).decode().replace("\r\n", "\n")
    return Outcome(process.wait(timeout=60), text, text)


COLOURED: Sequence[tuple[str, ...]] = (("sheet",), ("hand", "9X"))


def test_a_terminal_is_given_colour() -> None:
    """On a terminal figures and errors are coloured; an empty NO_COLOR says nothing."""
    prepared()
    for words in COLOURED:
        assert "\x1b[" in on_terminal(*words).out, words
    assert "\x1b[" in on_terminal("sheet", env={"NO_COLOR": ""}).out


def test_who_wants_no_colour_gets_none() -> None:
    """NO_COLOR and TERM=dumb: not one escape, also no bold one, and the same words."""
    prepared()
    for words in COLOURED:
        coloured = on_terminal(*words)
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}):
            plain = on_terminal(*words, env=env)
            assert "\x1b" not in plain.out, (words, env)
            assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.out) == plain.out


@pytest.mark.parametrize("env", [{}, {"TERM": "xterm-256color", "FORCE_COLOR": "1"}], ids=str)
def test_no_escapes_in_a_pipe(env: dict[str, str]) -> None:
    """What is piped has no escapes, whatever the environment wishes."""
    prepared()
    for words in (("sheet",), ("settle",), ("hand", "9X")):
        outcome = spawn(*words, env=env)
        assert "\x1b" not in outcome.out + outcome.err, words


# --- Narrow terminals --------------------------------------------------------------------------

LONG = "Константин,[red]Владимир,李明,Gleb"
NARROW: Sequence[tuple[str, ...]] = (
    ("sheet",),
    ("sheet", "--running"),
    ("sheet", "--explain", "К"),
    ("settle",),
    ("settle", "--stake", "0.5"),
    ("log", "--long"),
    ("explain", "1"),
)
AMOUNT = re.compile(r"[+-]?[0-9]+(?:[.][0-9]+)*(?: [0-9]+/[0-9]+)?|[+-]?[0-9]+/[0-9]+")


def large() -> None:
    """A session of four with long names and large figures."""
    begin("--players", LONG)
    for words in (
        ("adjust", "К", "--whists", "9999", "--on", "李", "--note", "a note that is not short"),
        ("adjust", "К", "--whists", "9999", "--on", "李"),
        ("adjust", "[", "--mountain", "9998", "--pool", "999"),
        ("adjust", "李", "--whists", "8888", "--on", "["),
        ("hand", "7S", "5", "--by", "Gleb", "--whist", "К", "--pass", "李", "--dealer", "["),
        ("hand", "pass", "К=7", "[=2", "G=1", "李=0", "--dealer", "李"),
    ):
        done(*words)


def narrow(text: str, width: int, wide: str) -> None:
    """All lines fit, and every amount of the wide answer stands there whole."""
    for line in text.splitlines():
        assert cell_len(line) <= width, line
    assert Counter(AMOUNT.findall(text)) == Counter(AMOUNT.findall(wide)), text


@pytest.mark.parametrize("words", NARROW, ids="-".join)
def test_no_digit_is_cut_where_it_is_narrow(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names shorten, lines wrap, the layout stacks; amounts stand whole in any width."""
    large()
    wide = done(*words).out
    for width in (80, 60, 48, 40, 30, 24):
        monkeypatch.setenv("COLUMNS", str(width))
        narrow(done(*words).out, width, wide)


@pytest.mark.parametrize("width", [80, 60, 48, 40, 30, 24])
def test_the_short_log_fits(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its balances are as many as the width allows: those that stand there are whole."""
    large()
    known = Counter(AMOUNT.findall(done("log", "--long").out + done("log").out))
    monkeypatch.setenv("COLUMNS", str(width))
    text = done("log").out
    for line in text.splitlines():
        assert cell_len(line) <= width, line
    assert set(AMOUNT.findall(text)) <= set(known), text


@pytest.mark.parametrize("width", [48, 30])
def test_no_digit_is_cut_on_a_narrow_terminal(width: int) -> None:
    """The same on a real terminal, which tells its width itself."""
    large()
    for words in (NARROW[0], NARROW[3]):
        shown = on_terminal(*words, columns=width)
        assert shown.status == 0
        text = re.sub(r"\x1b\[[0-9;]*m", "", shown.out)
        narrow(text, width, done(*words).out)


@pytest.mark.parametrize("width", ["0", "-5", "1", "x", "99999"])
def test_odd_widths_stop_nothing(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in COLUMNS, every command answers."""
    large()
    monkeypatch.setenv("COLUMNS", width)
    for words in NARROW:
        assert done(*words).out


def test_every_kind_of_entry_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers, log and explanations of every kind of entry wrap at 48 columns."""
    SESSION.write_bytes(evening_of_three())
    wide = {words: done(*words).out for words in (("log", "--long"), ("settle",), ("sheet",))}
    monkeypatch.setenv("COLUMNS", "48")
    for words, text in wide.items():
        narrow(done(*words).out, 48, text)
    begin("--force")
    for words in THREE:
        outcome = done(*words)
        for line in outcome.out.splitlines():
            assert cell_len(line) <= 48, line


def test_without_a_home(tmp_path: Path) -> None:
    """Without a home, a terminal or a locale the evening goes on."""
    raw = begin()
    env = dict.fromkeys(("XDG_STATE_HOME", "TERM", "LANG", "LC_ALL", "COLUMNS"), "")
    env["HOME"] = str(tmp_path / "a file" / "home")
    (tmp_path / "a file").write_text("")
    assert spawn(*ALL_PASS, env=env).status == 0
    outcome = spawn("undo", env=env)
    assert outcome.status == 0
    assert "Traceback" not in outcome.err
    assert SESSION.read_bytes() == raw
    assert listing() == {NAME}
