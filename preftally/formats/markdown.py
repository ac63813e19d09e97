"""The evening as Markdown: for a wiki, a forum, a repository."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from preftally.lang import _, decimal
from preftally.views import hands, phrases, report, sheet
from preftally.views.grid import Grid
from preftally.views.report import Report

MARK = "<!-- preftally -->"
# What Markdown, or the HTML in it, could take for more than itself.
_SIGNS = re.compile(r"([\\`*_{}\[\]<>&#+|~@!=^$-])")


def written(told: Report) -> bytes:
    """The page as a file, which ends with the mark."""
    return ("\n".join(lines(told)) + f"\n\n{MARK}\n").encode()


def is_ours(raw: bytes) -> bool:
    """Whether a file ends with our mark."""
    return raw.rstrip().endswith(MARK.encode())


def lines(told: Report) -> Iterator[str]:
    """Who won and who pays whom, the sheet, the hands."""
    yield "# " + plain(", ".join([_("Preferans"), *report.occasion(told)]))
    yield ""
    yield plain(" ".join([sheet.summary(told.played), report.standing(told), *_stake(told)]))
    yield ""
    yield from _table(_nets(told))
    yield ""
    yield from _payments(told)
    yield ""
    yield from _table(sheet.grid(told.played))
    yield from _hands(told)


def _stake(told: Report) -> Iterator[str]:
    if told.stake is not None:
        yield _("A whist is {stake}.").format(stake=decimal(told.stake_text))


def _nets(told: Report) -> Grid:
    money = [_("money")] if told.stake is not None else []
    rows = [
        [one.player, phrases.signed(one.whists), *([one.money] if money else [])]
        for one in report.results(told)
    ]
    return Grid([_("player"), _("whists"), *money], rows)


def _payments(told: Report) -> Iterator[str]:
    found = report.transfers(told)
    for payer, to, amount in found:
        sentence = _("{payer} pays {to}: {amount}")
        yield "- " + sentence.format(payer=plain(payer), to=plain(to), amount=f"**{amount}**")
    if not found:
        yield plain(_("Nobody owes anybody anything."))


def _hands(told: Report) -> Iterator[str]:
    if told.played.steps:
        yield ""
    for number, (step, detail) in enumerate(zip(told.played.steps, told.details, strict=True), 1):
        note = " ".join(detail.note.split())
        remark = f" ({plain(note)})" if note else ""
        yield f"{number}. {plain(hands.sentence(step.hand))}{remark}  "
        yield f"   {plain(hands.writes(step.entries))}"


def _table(grid: Grid) -> Iterator[str]:
    """A table; the figures stand on the right."""
    yield _row(grid.headings)
    yield "| :-- |" + " --: |" * (len(grid.headings) - 1)
    yield from map(_row, grid.rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(plain(one) for one in cells)} |"


def plain(text: str) -> str:
    """A text of which Markdown makes nothing else; signs of figures stay as they are."""
    if text == "-":
        return text
    escaped = _SIGNS.sub(r"\\\1", text)
    return re.sub(r"\\([+-])(?=[0-9])", r"\1", escaped)
