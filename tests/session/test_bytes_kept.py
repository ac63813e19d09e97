"""Every command touches the bytes of its own entry only, and can be taken back byte for byte."""

from __future__ import annotations

import itertools
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from evenings import (
    ALL_PASS,
    AS_ROOT,
    NAME,
    SESSION,
    THREE,
    begin,
    call,
    done,
    evening_of_four,
    evening_of_three,
    hands,
    listing,
    notes,
    records,
    way_back,
    without_times,
)

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Misere,
    Suit,
)
from preftally.notation.spelling import phrase
from preftally.session.hands import Record, block
from preftally.session.toml import toml_value

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 1000\n'
HAND = '\n[[hand]]\ncontract = "pass"\ntaken = { W = 1, E = 5, S = 4 }\n'
MARK = "\ufeff"

# Texts as editors and people leave them.
TEXTS = {
    "fresh": HEAD,
    "one hand": HEAD + HAND,
    "two hands": HEAD + HAND + HAND,
    "crlf": (HEAD + HAND).replace("\n", "\r\n"),
    "mark": MARK + HEAD + HAND,
    "mark and crlf": MARK + (HEAD + HAND).replace("\n", "\r\n"),
    "no final newline": HEAD + HAND.rstrip("\n"),
    "no final newline, crlf": (HEAD + HAND).replace("\n", "\r\n").removesuffix("\r\n"),
    "head without final newline": HEAD + 'rules.whist.style = "greedy"',
    "blank lines at the end": HEAD + HAND + "\n\n\n",
    "blank lines at the end, crlf": (HEAD + HAND + "\n\n\n").replace("\n", "\r\n"),
    "spaces at the end": HEAD + HAND + "   \n\t\n  ",
    "a comment at the end": HEAD + HAND + "# so far\n",
    "a comment far at the end": HEAD + HAND + "\n\n# so far\n",
    "a comment without its end": HEAD + HAND + "# so far",
    "a far comment without its end": HEAD + HAND + "\n  # so far",
    "a comment without its end, crlf": (HEAD + HAND + "# so far").replace("\n", "\r\n"),
    "a comment below the head": HEAD + "# the hands:\n",
    "a comment below the head without its end": HEAD + "# the hands:",
    "a comment behind the last row": HEAD + HAND.rstrip("\n") + "  # so far",
    "rules at the end": HEAD + "[rules]\n",
    "rules without their end": HEAD + '[rules]\nwhist.style = "gentleman"',
    "rules in tables": HEAD + "[rules.all_pass]  # ours\nprices = [\n  1,\n  2,\n]\n",
    "mixed endings": HEAD.replace("\n", "\r\n") + HAND,
    "mixed endings, the other way": HEAD + HAND.replace("\n", "\r\n"),
    "indented": HEAD + HAND.replace("\n", "\n    "),
    "no blank lines": HEAD + (HAND + HAND).replace("\n\n", "\n").lstrip("\n"),
    "no blank lines, and numbers": HEAD + '[[hand]]\nadjust = "W"\nmountain = 2\n' * 2,
    "spelt otherwise": (
        HEAD + "[[ hand ]] # first\ncontract='PASS'\ntaken.w=1\n\"taken\".e=5\ntaken.s=4\n"
    ),
    "a table of its own": HEAD + '[[hand]]\ncontract = "pass"\n[hand.taken]\nW = 1\nE = 5\nS = 4\n',
    "a note of many lines": HEAD + HAND + 'note = """\nfirst\n\n[[hand]]\n# last"""\n',
    "a note that ends in a comment": HEAD + HAND + "note = '''a\n\n# b'''",
    "a comment above": HEAD + "\n# the first\n# hand" + HAND.replace("\n\n", "\n") + "# below\n",
}  # fmt: skip

SPELT_OTHERWISE = (
    "no blank lines, and numbers",
    "spelt otherwise", "a table of its own", "a note of many lines",
    "a note that ends in a comment",
)  # fmt: skip

# One entry of each kind, and with all that an entry may say.
ENTRIES = [
    words
    for words in (*THREE, ("hand", "pass", "W=1", "E=5", "S=4", "--note", "# [[hand]] = '\"\\"))
    if words[0] != "leave" and words[1:3] != ("misere", "0")
]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_hand_and_its_undo_give_the_same_bytes(text: str) -> None:
    """`hand` only adds bytes at the end, `undo` takes just those away, `redo` brings them back."""
    raw = begin(head=text)
    assert call("check").status == 0
    count = len(records())
    for words in ENTRIES[:3] if text != TEXTS["fresh"] else ENTRIES:
        done(*words)
        longer = SESSION.read_bytes()
        assert longer.startswith(raw)
        assert len(records()) == count + 1
        done("undo")
        assert SESSION.read_bytes() == raw
        done("redo")
        assert SESSION.read_bytes() == longer
        done("undo")
        assert SESSION.read_bytes() == raw


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_undo_to_the_start_and_redo_to_the_end(text: str) -> None:
    """All entries taken back one by one, or at once, and brought back: each state byte for byte."""
    states = [begin(head=text)]
    before = len(records())
    for words in (ALL_PASS, THREE[0], THREE[9]):
        done(*words)
        states.append(SESSION.read_bytes())
    for state in reversed(states[:-1]):
        done("undo")
        assert SESSION.read_bytes() == state
    # What a person wrote into the file can be taken back and brought back as well.
    for _ in range(before):
        done("undo")
        states.insert(0, SESSION.read_bytes())
    assert records() == []
    assert call("undo").status == 1
    assert SESSION.read_bytes() == states[0]
    for state in states[1:]:
        done("redo")
        assert SESSION.read_bytes() == state
    assert call("redo").status == 1
    done("undo", "--count", str(len(states) - 1))
    assert SESSION.read_bytes() == states[0]
    for state in states[1:]:
        done("redo")
        assert SESSION.read_bytes() == state


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_entry_that_is_put_in_and_dropped_gives_the_same_bytes(text: str) -> None:
    """`insert` then the `drop` that it prints: the same bytes, wherever it was put."""
    raw = begin(head=text)
    whole = records()
    for number in range(1, len(whole) + 2):
        for words in (("misdeal",), ("adjust", "W", "--mountain", "1", "--note", "x")):
            outcome = done("insert", str(number), *words)
            found = records()
            assert hands(found[: number - 1] + found[number:]) == hands(whole)
            done(*way_back(outcome))
            assert SESSION.read_bytes() == raw


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_edit_that_changes_nothing_changes_no_byte(text: str) -> None:
    """`edit` with the words of what stands there already leaves the file as it is."""
    raw = begin(head=text)
    for number, one in enumerate(records(), 1):
        done("edit", str(number), *phrase(one.hand))
        assert records(SESSION.read_bytes()) == records(raw)
        # Rows that are spelt otherwise, or in many lines, may be written anew.
        if text not in map(TEXTS.get, SPELT_OTHERWISE):
            assert SESSION.read_bytes() in (raw, raw + b"\n", raw + b"\r\n")


# --- The way back ---------------------------------------------------------------------------


def pairs(*steps: int) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Each kind of entry with some others."""
    words = [entry[1:] if entry[0] == "hand" else entry for entry in ENTRIES]
    for number, one in enumerate(words):
        for step in steps:
            yield one, words[(number + step) % len(words)]


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which nothing can be kept for `undo`: another command is printed."""
    monkeypatch.setattr("preftally.session.actions.keep", lambda _target, _kept: False)


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
def test_an_edit_is_reversed_by_the_command_that_it_prints(crlf: bool) -> None:
    """`edit` from each kind of entry to others and back: the same bytes."""
    for one, other in pairs(5) if crlf else pairs(1, 4, 7):
        SESSION.write_bytes(begin(head=HEAD))
        for words in (ALL_PASS, ("hand", *one) if one[0] not in ("adjust", "join") else one):
            done(*words)
        done(*ALL_PASS)
        raw = SESSION.read_bytes()
        if crlf:
            raw = raw.replace(b"\n", b"\r\n")
            SESSION.write_bytes(raw)
        note = ["--note", ""] if "--note" not in other else []
        outcome = call("edit", "2", *other, *note)
        if outcome.status == 1:
            # With a fourth player the third hand, of three, could not be.
            assert SESSION.read_bytes() == raw
            continue
        assert outcome.status == 0, outcome
        start = raw.index(b"[[hand]]", raw.index(b"[[hand]]") + 1)
        end = raw.rindex(b"[[hand]]")
        changed = SESSION.read_bytes()
        assert changed.startswith(raw[:start])
        assert changed.endswith(raw[end:])
        assert b"\r" not in changed if not crlf else changed.count(b"\r\n") == changed.count(b"\n")
        done(*way_back(outcome))
        assert SESSION.read_bytes() == raw, (one, other)


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("made", [evening_of_three, evening_of_four])
def test_a_dropped_entry_is_put_back_by_the_command_that_is_printed(
    made: Callable[[], bytes],
) -> None:
    """`drop` of each entry that may go, and the `insert` that it prints: the same but for `at`."""
    raw = without_times(made())
    SESSION.write_bytes(raw)
    count = len(records())
    dropped = 0
    for number in range(count, 0, -1):
        outcome = call("drop", str(number))
        if outcome.status == 1:
            assert SESSION.read_bytes() == raw
            continue
        assert len(records()) == count - 1
        done(*way_back(outcome))
        assert without_times(SESSION.read_bytes()) == raw, number
        SESSION.write_bytes(raw)
        dropped += 1
    assert dropped > count // 3


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize(
    "players",
    [("-Вова", "8c", "7s"), ("a b", "E=2", "'q'"), ("note", "pass", "W1"), ("1", "10", "ё # х")],
    ids=",".join,
)
def test_the_printed_command_works_for_any_name(players: Sequence[str]) -> None:
    """Names that look like options, contracts, words or numbers come back as they were."""
    one, other, third = players
    listed = ", ".join(map(toml_value, players))
    # In a file of version 0.1: by now `new` refuses most of them.
    begin(head=HEAD.replace('"W", "E", "S"', listed).replace('"W"', toml_value(one)))
    raw = SESSION.read_text(encoding="utf-8")
    for entry in (
        Misere(one, 0),
        AllPass({one: 1, other: 5, third: 4}),
        Contracted(Contract(7, Suit.SPADES), third, 7, (one, other), taken={one: 1, other: 2}),
        Contracted(Contract(6, Suit.CLUBS), other, passed=(one, third), dealer=one),
        Conceded(Contract(8, Suit.HEARTS), one, other),
        Correction(one, mountain=2),
        Correction(other, whists=5, on=one),
    ):
        SESSION.write_text(raw + "\n" + block(Record(entry)), encoding="utf-8")
        done(*way_back(done("drop", "1")))
        assert hands(records()) == [(type(entry), entry)]


@pytest.mark.usefixtures("forgetful")
def test_a_note_of_many_lines_can_be_put_back() -> None:
    """A note of several lines, which only an editor can write, comes back in one line.

    (At the door of a command a line end is refused like every control character.)
    """
    begin(head=HEAD + HAND + 'note = "first\\nsecond"\n' + HAND)
    outcome = done("drop", "1")
    done(*way_back(outcome))
    assert notes() == ["first second", ""]


# --- Comments --------------------------------------------------------------------------------

COMMENTED = """\
# An evening at Anna's.
format = 1  # the only one
convention = "sochi"
players = ["W", "E", "S"]
dealer = "W"
pool = 1000
# Below the head.

# Free, above the first hand.

# Above the first,
# in two lines.
[[hand]]  # behind the first header
contract = "pass"  # behind a row
# between rows
taken = { W = 1, E = 5, S = 4 }
# Below the first.

# Free, between the first and the second.

[[hand]]
contract = "pass"
taken = { W = 2, E = 4, S = 4 }
# Above the third, without a blank line.
[[hand]]
contract = "pass"
taken = { W = 3, E = 3, S = 4 }
# Below the third.

# Free, at the end.
"""

WITHOUT_FIRST = (
    COMMENTED.replace("[[hand]]  # behind the first", "# behind the first")
    .replace('contract = "pass"  # behind a row', "# behind a row")
    .replace("taken = { W = 1, E = 5, S = 4 }\n", "")
)
WITHOUT_SECOND = COMMENTED.replace(
    '\n[[hand]]\ncontract = "pass"\ntaken = { W = 2, E = 4, S = 4 }\n', ""
)
WITHOUT_THIRD = COMMENTED.replace(
    '[[hand]]\ncontract = "pass"\ntaken = { W = 3, E = 3, S = 4 }\n', ""
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("number", "left"), [(1, WITHOUT_FIRST), (2, WITHOUT_SECOND), (3, WITHOUT_THIRD)]
)
def test_comments_stay_where_they_are(number: int, left: str, ending: str) -> None:
    """A dropped hand takes its own rows along, and no comment, wherever that stands."""
    begin(head=COMMENTED.replace("\n", ending))
    done("drop", str(number))
    assert SESSION.read_bytes().decode() == left.replace("\n", ending)


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_undo_takes_no_comment_and_redo_brings_each_byte_back(ending: str) -> None:
    """Also where comments stand among the rows that `undo` takes."""
    raws = [begin(head=COMMENTED.replace("\n", ending))]
    for _ in range(3):
        done("undo")
        raws.append(SESSION.read_bytes())
        found = re.findall(rb"#[^\r\n]*", raws[-1])
        assert found == re.findall(rb"#[^\r\n]*", raws[0])
    for raw in reversed(raws[:-1]):
        done("redo")
        assert SESSION.read_bytes() == raw


def test_a_comment_below_the_last_hand_outlives_it() -> None:
    """It is there after `undo` and another hand."""
    begin(head=HEAD)
    done(*ALL_PASS)
    SESSION.write_bytes(SESSION.read_bytes() + b"# so far\n")
    done("undo")
    done(*ALL_PASS)
    assert "\n# so far\n\n[[hand]]\n" in SESSION.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_edited_hand_keeps_its_comments(number: int) -> None:
    """`edit` changes the rows whose values change; every comment stays, those behind rows too."""
    begin(head=COMMENTED)
    before = COMMENTED.splitlines()
    done("edit", str(number), "pass", "W=0", "E=0", "S=10")
    after = SESSION.read_text(encoding="utf-8").splitlines()
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert len(changed) == 1
    assert changed[0][0].startswith("taken")
    assert changed[0][1] == "taken = { W = 0, E = 0, S = 10 }"


def test_a_comment_behind_a_changed_row_stays() -> None:
    """A remark behind a value is its owner's, also when the value is another one then."""
    begin(head=HEAD + HAND.replace("4 }", "4 }  # counted twice"))
    done("edit", "1", "pass", "W=0", "E=0", "S=10")
    assert "# counted twice" in SESSION.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_hand_that_is_put_in_moves_no_comment(number: int) -> None:
    """`insert` adds its own lines in one place, and the comments stay with their hands."""
    begin(head=COMMENTED)
    done("insert", str(number), "misdeal")
    text = SESSION.read_text(encoding="utf-8")
    start = text.index('\n[[hand]]\ncontract = "misdeal"\n')
    end = text.index("\n", text.index("at = ", start)) + 1
    assert text[:start] + text[end:] == COMMENTED
    for one, other in (("# in two lines.\n", "[[hand]]  # behind"), ("blank line.\n", "[[hand]]")):
        assert one + other in text


def test_a_new_key_stays_above_the_comment_of_the_next_hand() -> None:
    """A note that `edit` adds does not come between the next hand and the comment above it."""
    begin(head=COMMENTED)
    done("edit", "2", "pass", "W=2", "E=4", "S=4", "--note", "hello")
    assert "# Above the third, without a blank line.\n[[hand]]\n" in SESSION.read_text("utf-8")


def test_what_looks_like_a_comment_in_a_note_is_none() -> None:
    """A last line of a note that begins with # is no comment of the hand below it."""
    begin(head=HEAD + HAND + 'note = """a\n# b"""' + HAND.removeprefix("\n").join(("\n", "")))
    assert notes() == ["a\n# b", ""]
    done("drop", "2")
    assert notes() == ["a\n# b"]


def test_a_note_with_a_blank_line_goes_with_its_hand() -> None:
    """`undo` takes the whole of a note of many lines, blank ones included, and `redo` brings it."""
    begin(head=HEAD + HAND + 'note = """a\n\n# b"""\n')
    done("undo")
    assert SESSION.read_text(encoding="utf-8") == HEAD
    done("redo")
    assert notes() == ["a\n\n# b"]


def test_no_part_of_a_note_becomes_a_comment() -> None:
    """`edit` of a hand with a note of many lines leaves no line of it behind as a comment."""
    begin(head=HEAD + HAND + 'note = """a\n# b"""\n# c\n')
    done("edit", "1", "pass", "W=0", "E=0", "S=10")
    assert notes() == ["a\n# b"]
    lines = SESSION.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#") and not line.endswith('"""')] == ["# c"]
    assert lines.count('# b"""') <= 1
    done("edit", "1", "pass", "W=0", "E=0", "S=10", "--note", "x")
    lines = SESSION.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#")] == ["# c"]


def test_mending_takes_out_the_bad_entries_only() -> None:
    """`check --mend` leaves the head, the good hands and the free comments as they are."""
    bad = '[[hand]]\ncontract = "7X"\n'
    text = COMMENTED.replace("\n# Free, at the end.", "\n" + bad + "\n# Free, at the end.")
    begin(head=text)
    done("check", "--mend")
    left = SESSION.read_text(encoding="utf-8")
    assert left.startswith(COMMENTED[: COMMENTED.index("\n# Free, at")])
    assert len(records()) == 3
    (aside,) = listing() - {NAME}
    assert Path(aside).read_text(encoding="utf-8") == text


# --- Mode, group, links ------------------------------------------------------------------------


def every_command() -> Iterator[str]:
    """Run every command that writes, one after the other, on the session of this folder."""
    for words in (
        ALL_PASS,
        THREE[0],
        ("adjust", "W", "--mountain", "1"),
        ("undo",),
        ("redo",),
        ("edit", "1", "misere", "0", "--by", "E"),
        ("insert", "1", "misdeal"),
        ("drop", "2"),
        ("join", "Gleb"),
        ("leave", "Gleb"),
    ):
        done(*words)
        yield words[0]
    with SESSION.open("ab") as file:
        file.write(b'\n[[hand]]\ncontract = "7S"\n')
    done("check", "--mend")
    yield "mend"
    done("new", "--force")
    yield "new"


@pytest.mark.parametrize("mode", [0o664, 0o600, 0o640, 0o606, 0o755])
def test_the_mode_survives_every_command(mode: int) -> None:
    """The rights of the file are its owner's business, whatever the umask says."""
    begin()
    SESSION.chmod(mode)
    for command in every_command():
        assert stat.S_IMODE(SESSION.stat().st_mode) == mode, command


def other_group() -> int:
    """A group that is not the one of new files, if we may give files to one."""
    own = os.getegid()
    return 12345 if AS_ROOT else next((one for one in os.getgroups() if one != own), own)


def test_owner_and_group_survive_every_command() -> None:
    """The file stays its owner's and its group's, where the system allows it."""
    begin()
    owner = 1000 if AS_ROOT else -1
    os.chown(SESSION, owner, other_group())
    before = SESSION.stat()
    for command in every_command():
        after = SESSION.stat()
        assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid), command


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_session_follows_the_umask(umask: int) -> None:
    """What is made new has the rights that new files have here."""
    old = os.umask(umask)
    try:
        begin()
    finally:
        os.umask(old)
    assert stat.S_IMODE(SESSION.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize("kind", ["relative", "absolute", "chain"])
def test_a_link_survives_every_command(kind: str, folder: Path) -> None:
    """The file that a link stands for is written; the link stays what it is."""
    kept = folder / "kept"
    kept.mkdir()
    begin()
    SESSION.rename(kept / "games.toml")
    if kind == "chain":
        (folder / "between").symlink_to(kept / "games.toml")
    absolute = str(kept / "games.toml")
    targets = {"relative": "kept/games.toml", "absolute": absolute, "chain": "between"}
    SESSION.symlink_to(targets[kind])
    raw = (kept / "games.toml").read_bytes()
    for command in every_command():
        assert os.readlink(SESSION) == targets[kind]
        assert not (kept / "games.toml").is_symlink()
        changed = (kept / "games.toml").read_bytes()
        # To be mended a bad hand is added first, and it is just that which goes.
        assert (changed == raw) == (command == "mend"), command
        raw = changed
    assert not any(name.startswith(".") for name in (*listing(), *listing(kept)))


def test_every_command_keeps_the_other_bytes() -> None:
    """Of an evening with odd spacing each command leaves all lines but those of its own entry."""
    odd = MARK + COMMENTED.replace("\n", "\r\n")
    begin(head=odd)
    for words, added in (
        (ALL_PASS, 5),
        (("insert", "2", "misdeal"), 4),
        (("adjust", "W", "--mountain", "1"), 5),
        (("undo",), -5),
        (("redo",), 5),
        (("drop", "2"), -4),
        (("edit", "2", "misere", "0", "--by", "E"), 1),
    ):
        before = SESSION.read_bytes().split(b"\n")
        done(*words)
        after = SESSION.read_bytes().split(b"\n")
        assert len(after) - len(before) == added, words
        same = [one == other for one, other in zip(before, after, strict=False)]
        head = len(list(itertools.takewhile(bool, same)))
        tail = [one == other for one, other in zip(reversed(before), reversed(after), strict=False)]
        kept = head + len(list(itertools.takewhile(bool, tail)))
        assert kept >= min(len(before), len(after)) - 3, words
        assert all(line.endswith(b"\r") for line in after[:-1])
    assert SESSION.read_bytes().startswith(MARK.encode())
