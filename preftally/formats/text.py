"""The evening as a text for a chat: no wider than a phone, no boxes, nothing to align.

Chats set text in a face of their own, so that columns would not stand below each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from preftally.formats.terminal import shortened
from preftally.lang import _, decimal
from preftally.views import phrases, report, sheet
from preftally.views.report import Report, Result

COLUMNS = 40
MARK = "preftally"


def written(told: Report) -> bytes:
    """The text as a file; its last line is the mark."""
    return ("\n".join(lines(told)) + "\n").encode()


def is_ours(raw: bytes) -> bool:
    """Whether a file's last line is our mark."""
    return raw.split(b"\n")[-2:] == [MARK.encode(), b""]


def lines(told: Report) -> Iterator[str]:
    """Who won, everybody's net, who pays whom; each line at most 40 cells wide."""
    yield from _wrapped(", ".join([_("Preferans"), *report.occasion(told)]))
    yield from _wrapped(sheet.summary(told.played))
    yield from _wrapped(report.standing(told))
    yield ""
    yield from _won(told)
    for one in report.results(told):
        yield _net(one)
    if told.stake is not None:
        yield from _wrapped(_("A whist is {stake}.").format(stake=decimal(told.stake_text)))
    yield ""
    found = report.transfers(told)
    for payer, to, amount in found:
        yield from _payment(payer, to, amount)
    if not found:
        yield _("Nobody owes anybody anything.")
    yield ""
    yield MARK


def _won(told: Report) -> Iterator[str]:
    winners = report.winners(told)
    if not winners:
        yield _("Nobody is ahead.")
        return
    sentence = _("Won: {players}") if told.played.table.finished else _("Ahead: {players}")
    line = sentence.format(players=phrases.listed(winners))
    if cell_len(line) <= COLUMNS:
        yield line
        return
    yield sentence.format(players="").rstrip()
    for one in winners:
        yield f"  {shortened(one, COLUMNS - 2)}"


def _net(one: Result) -> str:
    figures = phrases.signed(one.whists) + (f" = {one.money}" if one.money else "")
    return f"{shortened(one.player, COLUMNS - cell_len(figures) - 2)}: {figures}"


def _payment(payer: str, to: str, amount: str) -> Iterator[str]:
    """The sentence in one line where there is room, else in two, the second indented."""
    sentence = _("{payer} pays {to}: {amount}")
    line = sentence.format(payer=payer, to=to, amount=amount)
    if cell_len(line) <= COLUMNS:
        yield line
        return
    at = sentence.index("{to}")
    first, second = sentence[:at].rstrip(), "  " + sentence[at:]
    room = COLUMNS - cell_len(first.format(payer=""))
    yield first.format(payer=shortened(payer, room))
    room = COLUMNS - cell_len(second.format(to="", amount=amount))
    yield second.format(to=shortened(to, room), amount=amount)


def _wrapped(text: str) -> Iterator[str]:
    """The words of a text in lines; a word that is too long is cut."""
    line = ""
    for word in text.split():
        if line and cell_len(f"{line} {word}") > COLUMNS:
            yield line
            line = ""
        line = f"{line} {shortened(word, COLUMNS)}".strip()
    yield line
