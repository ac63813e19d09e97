"""An entry opened as text in the editor that the user has chosen."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from preftally.engine.model import Player, Table
from preftally.errors import PreftallyError, WrongUsage
from preftally.lang import _
from preftally.session import hands, layout
from preftally.session.codecs import Misread, Seats
from preftally.session.hands import Record


def edited(old: Record, table: Table) -> Record:
    """The entry as its owner left it in `$VISUAL` or `$EDITOR`.

    Raises `WrongUsage` where there is no editor, where nothing was changed, or where the
    text is no entry; a text that is refused is kept, and its place is said.
    """
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command:
        raise WrongUsage(
            _("say the entry again, or name an editor in $EDITOR"),
            _("for example 7S 5 --whist W --pass E"),
        )
    before = hands.block(old)
    with tempfile.NamedTemporaryFile(
        "w", prefix="preftally-", suffix=".toml", encoding="utf-8", delete=False
    ) as file:
        file.write(before)
    path = Path(file.name)
    _run([*shlex.split(command), str(path)])
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    if text == before:
        path.unlink()
        raise WrongUsage(_("the entry was left as it is"), _("nothing was written"))
    try:
        new = read(text, table.players)
    except PreftallyError as error:
        raise WrongUsage(
            error.message, _("what was typed is kept in {path}").format(path=path)
        ) from None
    path.unlink()
    return new


def _run(command: Sequence[str]) -> None:
    try:
        status = subprocess.run(command, check=False).returncode
    except OSError as error:
        raise WrongUsage(
            _("{command} could not be started: {reason}").format(
                command=command[0], reason=error.strerror
            ),
            _("name another editor in $EDITOR"),
        ) from None
    if status:
        raise WrongUsage(
            _("{command} ended with status {n}").format(command=command[0], n=status),
            _("nothing was written"),
        )


def read(text: str, players: Sequence[Player]) -> Record:
    """The one entry of a text. Raises `WrongUsage`."""
    found = list(layout.pieces("\n" + text))[1:]
    if len(found) != 1 or found[0].error:
        raise WrongUsage(
            found[0].error if len(found) == 1 else _("the text must hold one entry: [[hand]]")
        )
    try:
        return hands.record(found[0].table, Seats(players))
    except Misread as fault:
        raise WrongUsage(fault.message, fault.hint) from None
