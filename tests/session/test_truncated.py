"""A file cut at any byte, or overwritten with zeros, is read rightly or it is reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise

import pytest
from evenings import (
    SESSION,
    call,
    done,
    evening,
    evening_of_four,
    evening_of_three,
    hands,
    listing,
    one_error,
    records,
)

from preftally.errors import NoSession, PreftallyError
from preftally.session.hands import Record

# As CLI.md writes it: people type the keys of a hand in this order.
AS_DOCUMENTED = """\
format = 1
convention = "sochi"
players = ["W", "E", "S"]          # clockwise
dealer = "W"                       # of the first hand
pool = 20

[rules]                            # only where this table differs from the convention
all_pass.prices = [1, 2, 3]

[[hand]]
contract = "7S"
declarer = "S"
tricks = 5
whist = ["W"]
pass = ["E"]
at = 2026-11-29T20:31:12+03:00

[[hand]]
contract = "6D"
declarer = "W"
tricks = 7
taken = { E = 2, S = 1 }
whist = ["E", "S"]
at = 2026-11-29T20:36:40+03:00

[[hand]]
contract = "pass"
taken = { W = 1, E = 5, S = 4 }
at = 2026-11-29T20:40:02+03:00
"""

# A first header that is not whole is taken for a part of the head, which is then reported.
HEADER = len("[[hand]]")
HEADER_LINE = HEADER + len("\r\n")

Found = tuple[list[Record], PreftallyError | None]


@cache
def three() -> bytes:
    return evening_of_three()


@cache
def four() -> bytes:
    return evening_of_four()


def with_crlf() -> bytes:
    return three().replace(b"\n", b"\r\n")


def with_mark() -> bytes:
    return b"\xef\xbb\xbf" + four()


def documented() -> bytes:
    return AS_DOCUMENTED.encode()


def documented_crlf() -> bytes:
    return documented().replace(b"\n", b"\r\n")


EVENINGS = (three, four, with_crlf, with_mark, documented, documented_crlf)
every_evening = pytest.mark.parametrize("made", EVENINGS, ids=lambda made: made.__name__)


def read(raw: bytes) -> Found | None:
    """The good records, and what is wrong; `None` where even the head cannot be read."""
    try:
        found = evening(raw)
    except NoSession:
        return None
    if found.failure is not None:
        assert found.failure.status == NoSession.status
        assert found.failure.place is not None
    return list(found.session.records)[: len(found.played.steps)], found.failure


def headers(raw: bytes) -> list[int]:
    """Where the hands begin."""
    return [header.start() for header in re.finditer(rb"(?m)^\[\[hand\]\]", raw)]


def same_but_for_the_end(found: Sequence[Record], whole: Sequence[Record]) -> bool:
    """Whether these are the first of all records; the last may lack its note and its time."""
    first = whole[: len(found)]
    if not found or (hands(found) == hands(first) and list(found) == list(first)):
        return len(found) <= len(whole)
    last, meant = found[-1], first[-1]
    return (
        hands(found) == hands(first)
        and list(found[:-1]) == list(first[:-1])
        and last.note in ("", meant.note)
    )


@every_evening
def test_a_cut_at_any_byte_is_read_as_the_whole_hands_or_reported(
    made: Callable[[], bytes],
) -> None:
    """What is read of a cut file is a prefix of the evening; in silence only if all is whole."""
    raw = made()
    whole, starts = records(raw), headers(raw)
    assert len(whole) == len(starts)
    wrong = []
    for cut in range(len(raw)):
        found = read(raw[:cut])
        if found is None:
            if cut > starts[0] + HEADER:
                wrong.append((cut, "the head is whole, and was not read"))
            continue
        good, failure = found
        begun = sum(start < cut for start in starts)
        if not same_but_for_the_end(good, whole):
            wrong.append((cut, f"read as other hands: {good[-1]}"))
        elif failure is None and len(good) != begun:
            wrong.append((cut, f"{begun} hands begun, {len(good)} read in silence"))
        elif len(good) < begun - 1:
            wrong.append((cut, f"{begun} hands begun, but only {len(good)} are good"))
    assert not wrong, [(raw[max(0, cut - 60) : cut].decode(errors="replace"), why)
                       for cut, why in wrong[:5]]  # fmt: skip


@pytest.mark.parametrize("made", [documented, documented_crlf], ids=["lf", "crlf"])
def test_a_time_that_was_cut_short_is_not_another_time(made: Callable[[], bytes]) -> None:
    """A hand cut within its time has no time, or is reported; it never has another time."""
    raw = made()
    whole = records(raw)
    for cut in range(headers(raw)[0] + HEADER, len(raw)):
        found = read(raw[:cut])
        assert found is not None
        for one, meant in zip(found[0], whole, strict=False):
            assert one.at in (None, meant.at), raw[:cut].decode().splitlines()[-1]


@every_evening
def test_a_cut_between_two_hands_is_the_evening_as_it_was_then(
    made: Callable[[], bytes],
) -> None:
    """A file that ends where a hand ends holds just the hands up to there, nothing wrong."""
    raw = made()
    whole, starts = records(raw), headers(raw)
    for number, (_start, following) in enumerate(pairwise([*starts, len(raw)]), 1):
        assert records(raw[:following]) == whole[:number]


def overwritten(raw: bytes, length: int, stride: int) -> Iterator[tuple[int, bytes]]:
    for start in range(0, len(raw), stride):
        zeros = b"\0" * min(length, len(raw) - start)
        yield start, raw[:start] + zeros + raw[start + len(zeros) :]


@pytest.mark.parametrize(("length", "stride"), [(1, 1), (7, 3), (200, 11)])
@pytest.mark.parametrize("made", [three, with_crlf], ids=["lf", "crlf"])
def test_zeros_over_any_place_are_reported(
    made: Callable[[], bytes], length: int, stride: int
) -> None:
    """Bytes overwritten by zeros are always reported, and the hands before them stand."""
    raw = made()
    if made is with_crlf:
        stride = stride * 4 + 1
    whole, starts = records(raw), headers(raw)
    for start, damaged in overwritten(raw, length, stride):
        found = read(damaged)
        if found is None:
            assert start < starts[0] + HEADER_LINE, start
            continue
        good, failure = found
        assert failure is not None, start
        assert good == whole[: len(good)], start
        # A header that is not one any more leaves its lines to the hand before it.
        before = sum(header + HEADER_LINE <= start for header in starts)
        assert len(good) >= before - 1, (start, "a hand before the damage was lost")


def test_zeros_at_the_end_are_reported() -> None:
    """Zeros that a crash of the machine appended are reported; the hands before them stand."""
    raw = three()
    for count in (1, 2, 200, 4096):
        found = read(raw + b"\0" * count)
        assert found is not None
        good, failure = found
        assert failure is not None
        assert len(good) >= len(records(raw)) - 1


def damaged_evenings() -> Iterator[bytes]:
    """A sample of all damages that are reported."""
    for made, stride in ((three, 53), (four, 97), (with_crlf, 211), (with_mark, 211)):
        raw = made()
        cuts = [raw[:cut] for cut in range(7, len(raw), stride)]
        holes = [damaged for _, damaged in overwritten(raw, 7, stride * 3)]
        for one in (*cuts, *holes):
            found = read(one)
            if found is None or found[1] is not None:
                yield one


def test_nothing_is_written_to_a_damaged_file() -> None:
    """Every command that writes exits 3 for a damaged file and leaves its bytes and its folder."""
    commands = (
        ("hand", "pass", "W=1", "E=5", "S=4"),
        ("undo",),
        ("adjust", "W", "--mountain", "1"),
        ("edit", "1", "pass", "W=1", "E=5", "S=4"),
        ("drop", "1"),
        ("insert", "1", "misdeal"),
        ("join", "Gleb"),
        ("redo",),
        ("leave", "Юля"),
    )
    count = 0
    for number, raw in enumerate(damaged_evenings()):
        SESSION.write_bytes(raw)
        for words in (commands[0], commands[1 + number % (len(commands) - 1)]):
            one_error(call(*words), 3)
            assert SESSION.read_bytes() == raw
            assert listing() == {SESSION.name}
            count += 1
    assert count > 150


def test_the_hands_before_a_cut_are_kept_by_mending() -> None:
    """`check --mend` on a cut file keeps the whole hands, and the original beside them."""
    raw = three()
    whole, starts = records(raw), headers(raw)
    for cut in range(starts[0] + HEADER, len(raw), 61):
        SESSION.write_bytes(raw[:cut])
        found = read(raw[:cut])
        assert found is not None
        good, failure = found
        if failure is None:
            continue
        assert call("check").status == 3
        assert SESSION.read_bytes() == raw[:cut]
        done("check", "--mend")
        assert hands(records()) == hands(whole[: len(good)])
        aside = sorted(listing() - {SESSION.name})
        assert len(aside) == 1
        assert SESSION.with_name(aside[0]).read_bytes() == raw[:cut]
        SESSION.with_name(aside[0]).unlink()
