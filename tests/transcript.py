"""Transcripts of a terminal: commands after `$`, then what they print, both streams.

A command that fails ends with a line `[status N]`. All the commands of one
transcript run by the shell, one after the other, in a folder of their own. A
transcript is written by hand, or drafted (`python tests/transcript.py FILE…`) and
then read line by line against the rules: what it says is what must hold.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# The time of an entry is the clock's; everything else is the same every time.
_TIME = re.compile(r"^at = \S+$", re.MULTILINE)
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
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PREFTALLY_LANG": "en",
        "TZ": "UTC",
    }


def printed(command: str, folder: Path, home: Path) -> str:
    """What a command prints in a folder."""
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    text = _TIME.sub("at = …", done.stdout.decode())
    if text and not text.endswith("\n"):
        text += "\n"
    return text + (f"[status {done.returncode}]\n" if done.returncode else "")


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
