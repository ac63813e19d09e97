"""Completion: which words are offered, as the shell that asks can take them, and in silence."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from evenings import Outcome, alone, begin, call, done

from preftally.cli import complete
from preftally.engine.conventions import CONVENTIONS, DIALS
from preftally.notation import contracts, words

PLAYERS = ("Анна Петрова", "Boris", "O'Neil", "$HOME`x`")
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    return alone(tmp_path, monkeypatch)


def asked(monkeypatch: pytest.MonkeyPatch, shell: str, line: str, word: str | None = None) -> str:
    """What a shell is answered where a line ends that it has taken apart."""
    parts = line.split(" ")
    monkeypatch.setenv("_PREFTALLY_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", word or str(len(parts) - 1))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", parts[-1])
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    outcome = call()
    monkeypatch.delenv("_PREFTALLY_COMPLETE")
    assert outcome.err == ""
    assert outcome.status == 0
    return outcome.out


def bash(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """The completions for bash."""
    return asked(monkeypatch, "bash", line).splitlines()


def test_players_are_quoted_for_each_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is inserted is one word, and none of it is obeyed."""
    begin("--players", ",".join(PLAYERS))
    line = "preftally hand 7S --whist "
    assert bash(monkeypatch, line) == ["Анна\\ Петрова", "Boris", "O\\'Neil", "\\$HOME\\`x\\`"]
    assert [shlex.split(one) for one in bash(monkeypatch, line)] == [[one] for one in PLAYERS]
    zsh = asked(monkeypatch, "zsh", line)
    assert shlex.split(zsh.partition(" -- ")[2]) == list(PLAYERS)
    assert asked(monkeypatch, "fish", line).splitlines() == list(PLAYERS)
    for shell in ("powershell", "pwsh"):
        found = [row.partition(":::")[0] for row in asked(monkeypatch, shell, line).splitlines()]
        assert found == ["'Анна Петрова'", "Boris", "'O''Neil'", "'$HOME`x`'"]


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_reads_back_what_it_is_given(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    """The shell itself takes the words apart again; nothing in a name is run."""
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    names = ("a\\", "$(touch run)", "`touch run`", "\\$(touch run)", "x;touch run", "a'\"b")
    begin("--players", ",".join(names[:4]))
    for number in (4, 5):
        begin_again = ",".join((*names[:3], names[number]))
        done("new", "--force", "--players", begin_again)
        answer = asked(monkeypatch, shell, "preftally hand 7S --whist ")
        if shell == "bash":
            script = "printf '%s\\n' " + " ".join(answer.splitlines())
        else:
            script = (
                'compadd() { while [ "$1" != -- ]; do shift; done; shift; printf "%s\\n" "$@" }; '
            )
            script += f"f() {{ eval $(cat <<'END'\n{answer}END\n) }}; f"
        ended = subprocess.run([shell, "-c", script], capture_output=True, text=True, check=True)
        assert ended.stdout.splitlines() == [*names[:3], names[number]]
        assert not Path("run").exists()


def test_inside_quotes_no_more_are_put(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name goes on as it was begun; one that would end the quote is not offered."""
    begin("--players", ",".join(PLAYERS))
    for quote in ("'", '"'):
        found = bash(monkeypatch, f"preftally hand 7S --whist {quote}")
        assert found == [name for name in PLAYERS if quote not in name]


def test_players_are_found_as_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case, ё and е, a letter of the other alphabet that looks the same."""
    begin("--players", "Пётр,Clara,Boris")
    for typed, player in (("пе", "Пётр"), ("ПЁ", "Пётр"), ("bo", "Boris"), ("С", "Clara")):
        assert bash(monkeypatch, f"preftally hand 7S --whist {typed}") == [player]
        assert asked(monkeypatch, "fish", f"preftally hand 7S --by {typed}").split() == [player]
    assert "compadd -U" in asked(monkeypatch, "zsh", "preftally hand 7S --by пе")
    assert "compadd -d" in asked(monkeypatch, "zsh", "preftally hand 7S --by Пё")


def test_the_session_is_the_one_that_the_words_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the command and after it; else the environment's, `~` in it; else the folder's."""
    home = Path(os.environ["HOME"])
    home.mkdir()
    for name, players in (("x", "Xa,Xb,Xc"), ("y", "Ya,Yb,Yc"), ("~/z", "Za,Zb,Zc")):
        done("new", f"--session={name}.toml", "--players", players)
    begin("--players", "A,B,C")
    assert bash(monkeypatch, "preftally hand 7S --by ") == ["A", "B", "C"]
    for option in ("-s x.toml", "--session x.toml", "--session=x.toml", "-sx.toml"):
        for line in (f"preftally {option} hand 7S --by ", f"preftally hand {option} 7S --by "):
            assert bash(monkeypatch, line) == ["Xa", "Xb", "Xc"], line
    monkeypatch.setenv("PREFTALLY_SESSION", "~/z.toml")
    assert bash(monkeypatch, "preftally hand 7S --by ") == ["Za", "Zb", "Zc"]
    assert bash(monkeypatch, "preftally hand -s y.toml 7S --by ") == ["Ya", "Yb", "Yc"]
    assert bash(monkeypatch, "preftally hand -s nope.toml 7S --by ") == []


def test_who_joined_is_a_player_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a byte order mark, as Notepad puts it there, hides nobody."""
    raw = begin("--players", "A,B,C")
    done("join", "Глеб")
    Path("preftally.toml").write_bytes(b"\xef\xbb\xbf" + Path("preftally.toml").read_bytes())
    assert raw
    assert bash(monkeypatch, "preftally hand 7S --by ") == ["A", "B", "C", "Глеб"]


HOSTILE = '["Анна\\u001b[31m", "B\\u200bo\\u202eris\\u200f", "Ве\\u0000ра", "x\\ny"]'


@pytest.mark.parametrize("shell", SHELLS)
def test_nothing_that_nobody_sees_is_offered(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    """Names of a hostile file come without it, as they can be typed; and so they are found."""
    Path("preftally.toml").write_text(f"players = {HOSTILE}\n", encoding="utf-8")
    found = asked(monkeypatch, shell, "preftally hand 7S --by ")
    for name in json.loads(HOSTILE):
        assert name not in found
    assert "Boris" in found
    assert re.sub(r"\n", "", found).isprintable()


BROKEN = (
    b"", b"\xff", b"players = 7", b"players = [[[", b"[" * 5000, b"players = [1, {}]",
    b'players = ["A"]\n[[hand]]\njoin = ', b"[[hand]]", b"x = " + b"9" * 6000,
)  # fmt: skip


@pytest.mark.parametrize("raw", BROKEN, ids=range(len(BROKEN)))
@pytest.mark.parametrize("shell", SHELLS)
def test_a_session_that_cannot_be_read_has_no_players(
    monkeypatch: pytest.MonkeyPatch, shell: str, raw: bytes
) -> None:
    """Silence, whatever stands in the file."""
    Path("preftally.toml").write_bytes(raw)
    asked(monkeypatch, shell, "preftally hand 7S --by ")


def test_a_pipe_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a folder read, or a device."""
    os.mkfifo("preftally.toml")
    assert bash(monkeypatch, "preftally hand 7S --by ") == []
    for name in (".", "/dev/zero", "я" * 300, "a/\\0"):
        assert bash(monkeypatch, f"preftally hand -s {name} 7S --by ") == []


@pytest.mark.parametrize(
    "changes",
    [
        {"COMP_CWORD": "x"}, {"COMP_CWORD": ""}, {"COMP_CWORD": "-7"}, {"COMP_CWORD": "9" * 5000},
        {"COMP_WORDS": ""}, {"COMP_WORDS": "'"}, {"COMP_WORDS": "\x00"[:0]}, {"COMP_CWORD": None},
        {"COMP_WORDS": None}, {"_PREFTALLY_COMPLETE": "complete_"},
        {"_PREFTALLY_COMPLETE": "complete_tcsh"}, {"_PREFTALLY_COMPLETE": "nonsense"},
        {"_PREFTALLY_COMPLETE": "complete_bash_x\x1b[31m"}, {"_PREFTALLY_COMPLETE": "_"},
    ],
    ids=str,
)  # fmt: skip
def test_what_no_shell_asks_is_answered_with_silence(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str | None]
) -> None:
    """No message, no fault: it would stand in the middle of a line that is being typed."""
    begin()
    asking = {"_PREFTALLY_COMPLETE": "complete_bash", "COMP_WORDS": "preftally ", "COMP_CWORD": "x"}
    for name, value in (asking | changes).items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert call() == Outcome(0, "", "")


def test_fish_is_told_whether_there_is_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the status alone."""
    begin()
    monkeypatch.setenv("_PREFTALLY_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    for line, status in (("preftally hand 7S --by ", 0), ("preftally hand 7S --by Я", 1)):
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        assert call() == Outcome(status, "", "")


def test_every_contract_is_offered_and_understood() -> None:
    """Those that are shown in tables, misère, all-pass, misdeal; in Russian where so begun."""
    offered = complete.contracts("")
    assert len(offered) == 25 + len(words.KINDS)
    assert {"6S", "10NT", "misere", "pass", "misdeal"} <= set(offered)
    for word in (*offered, *complete.contracts("7п"), *complete.contracts("ми")):
        contracts.read(str(word))
    assert "мизер" in complete.contracts("ми")
    assert complete.contracts("7п")[0] == "7п"
    assert complete.contracts("7s") == ["7S"]
    assert complete.contracts("x") == []


def test_keys_with_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key with its equals sign, then what it may hold; also where bash parts them."""
    begin()
    assert complete.keys("") == [f"{key}=" for key in DIALS]
    assert complete.keys("whist.half_whist=") == ["whist.half_whist=true", "whist.half_whist=false"]
    assert complete.keys("whist.style=G") == [
        "whist.style=greedy", "whist.style=gentleman", "whist.style=gentleman_always",
    ]  # fmt: skip
    assert complete.keys("whist.nope=") == []
    assert bash(monkeypatch, "preftally new --set whist.style=gr") == ["whist.style=greedy"]
    assert bash(monkeypatch, "preftally new --set whist.style = gr") == ["greedy"]
    assert len(bash(monkeypatch, "preftally new --set whist.style =")) == 3
    assert complete.conventions("L") == ["leningrad"]
    assert complete.conventions("") == list(CONVENTIONS)
    assert complete.convention_words("s")[:1] == ["show"]


def test_commands_and_options_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what they do, where the shell shows it."""
    assert bash(monkeypatch, "preftally und") == ["undo"]
    assert "--whist" in bash(monkeypatch, "preftally hand --wh")
    assert asked(monkeypatch, "fish", "preftally und").startswith("undo\t")
    assert asked(monkeypatch, "zsh", "preftally und").count("undo") == 2
    assert asked(monkeypatch, "zsh", "preftally hand 7S --note ").strip() == "_files"


def test_completion_is_installed_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is, in one sentence; the script as it is; an unknown shell is refused."""
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))
    Path(os.environ["HOME"]).mkdir()
    shown = done("--show-completion")
    assert "complete -o default -F" in shown.out
    installed = done("--install-completion")
    assert "Completion for bash is in" in installed.out
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("ti\x1bcsh", "/bin/tcsh"))
    for option in ("--show-completion", "--install-completion"):
        outcome = call(option)
        assert outcome.status == 2
        assert "\x1b" not in outcome.err
