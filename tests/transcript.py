"""Transcripts of a terminal: commands after `$`, then what they print, both streams.

A command that fails ends with a line `[status N]`. All the commands of one
transcript run by the shell, one after the other, in a folder of their own. A
transcript is written by hand, or drafted (`python tests/transcript.py FILE…`) and
then read line by line against the rules: what it says is what must hold.
"""

from __future__ import annotations

import gc
import importlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

# The time of an entry is the clock's; everything else is the same every time.
_TIME = re.compile(r"^at = \S+$", re.MULTILINE)
# What only a shell understands, or what is about streams and processes.
_SHELL = re.compile(r"[|<>$;&`*~()\\\n]|\bplay\b|\bserve\b")
ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Exchange(NamedTuple):
    """A command and what it prints."""

    command: str
    printed: str


def exchanges(text: str) -> Iterator[Exchange]:
    """The commands of a transcript, each with what is printed after it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield Exchange(command, printed)


def of_document(text: str) -> str:
    """The transcript that the console blocks of a Markdown text make together."""
    return "".join(_BLOCK.findall(text))


def environment(folder: Path) -> dict[str, str]:
    """English, UTF-8, no terminal, and nothing of the user's own."""
    program = Path(sys.executable).parent
    return {
        "PATH": f"{program}:{os.environ.get('PATH', os.defpath)}",
        # The checkout is tried, whatever is installed.
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PREFTALLY_LANG": "en",
        "TZ": "UTC",
    }


def printed(command: str, folder: Path, home: Path) -> str:
    """What a command prints in a folder."""
    is_bare = command.startswith("preftally ") and not _SHELL.search(command)
    if is_bare and hasattr(os, "fork"):
        raw, status = _forked(shlex.split(command)[1:], folder, home)
    else:
        raw, status = _shell(command, folder, home)
    text = _TIME.sub("at = …", raw.decode())
    if text and not text.endswith("\n"):
        text += "\n"
    return text + (f"[status {status}]\n" if status else "")


def _shell(command: str, folder: Path, home: Path) -> tuple[bytes, int]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout, done.returncode


def _forked(words: list[str], folder: Path, home: Path) -> tuple[bytes, int]:
    """The same without a shell and an interpreter's start: in a copy of this process."""
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            _run(words, folder, environment(home), printed.fileno())
        _pid, ended = os.waitpid(child, 0)
        printed.seek(0)
        return printed.read(), os.waitstatus_to_exitcode(ended)


def _run(words: list[str], folder: Path, env: dict[str, str], out: int) -> NoReturn:
    """Be the command, as its own process would be, and end."""
    status = 70
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        for descriptor, stream in enumerate((nothing, out, out)):
            os.dup2(stream, descriptor)
        sys.stdin, sys.stdout, sys.stderr = (
            open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            for descriptor, mode in enumerate("rww")
        )
        os.environ.clear()
        os.environ.update(env)
        time.tzset()
        os.chdir(folder)
        # Help and options are spelt in the language in which they are loaded.
        for name in [name for name in sys.modules if name.startswith("preftally")]:
            del sys.modules[name]
        sys.dont_write_bytecode = False
        importlib.invalidate_caches()
        warnings.resetwarnings()
        gc.disable()
        status = importlib.import_module("preftally.cli.app").run(words)
    except BaseException:  # noqa: BLE001 - it is printed where the transcript is compared
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def replayed(transcript: str) -> str:
    """The transcript with what its commands print now."""
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name, "table"), Path(name, "home")
        folder.mkdir()
        home.mkdir()
        return "".join(
            f"$ {one.command}\n{printed(one.command, folder, home)}"
            for one in exchanges(transcript)
        )


def drafted(document: str) -> str:
    """A Markdown text with its console blocks as their commands print now."""
    parts = iter(re.split(r"(?m)^(?=\$ )", replayed(of_document(document))))
    next(parts)

    def block(match: re.Match[str]) -> str:
        count = len(list(exchanges(match[1])))
        return "```console\n" + "".join(next(parts) for _ in range(count)) + "```"

    return _BLOCK.sub(block, document)


def main(paths: list[str]) -> None:
    """Draft these files anew."""
    for path in map(Path, paths):
        text = path.read_text(encoding="utf-8")
        new = drafted(text) if path.suffix == ".md" else replayed(text)
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
