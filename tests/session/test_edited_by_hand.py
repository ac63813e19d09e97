"""A file edited by hand is understood, or the message says where it is not, and what to do."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

import pytest
from evenings import ALL_PASS, NAME, SESSION, begin, call, done, listing, notes, one_error, records

from preftally.engine.model import (
    AllPass,
    Contract,
    Contracted,
    Correction,
    Hand,
    Misere,
    Suit,
)

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 1000\n'
GOOD = '\n[[hand]]\ncontract = "pass"\ntaken = { W = 1, E = 5, S = 4 }\n'
PLAYED = '[[hand]]\ncontract = "7S"\ndeclarer = "S"\ntricks = 5\nwhist = ["W"]\npass = ["E"]\n'


class Case(NamedTuple):
    """A file that is wrong: in which row, what the message says, how many hands stand before."""

    text: str
    row: str
    says: str = ""
    before: int | None = 1


def hand(lines: str, row: str, says: str = "", after: str = "") -> Case:
    """A good hand, then a bad one, then perhaps more."""
    return Case(HEAD + GOOD + "\n[[hand]]\n" + lines + after, row, says)


def played(old: str, new: str, says: str = "") -> Case:
    """A good hand, then one in which a row was spoilt."""
    assert old in PLAYED
    row = next((line for line in new.splitlines() if line.strip()), "[[hand]]")
    return Case(HEAD + GOOD + "\n" + PLAYED.replace(old, new) + GOOD, row, says)


def head(old: str, new: str, says: str = "", row: str | None = None) -> Case:
    """A head in which a row was spoilt."""
    assert old in HEAD
    found = new.splitlines()[0] if row is None else row
    return Case(HEAD.replace(old, new) + GOOD, found, says, None)


CASES = {
    # Where things stand.
    "a key typed below the last hand": Case(
        HEAD + GOOD + GOOD + 'convention = "rostov"\n', 'convention = "rostov"', "convention"
    ),
    "pool typed below the last hand": Case(HEAD + GOOD + GOOD + "pool = 30\n", "pool = 30", "pool"),
    "hands in one line": Case(HEAD + "hand = []\n" + GOOD, "hand = []", "", None),
    "only an empty line of hands": Case(HEAD + "hand = []\n", "hand = []", "", None),
    "a table between hands": Case(
        HEAD + GOOD + '\n[notes]\nfirst = "x"\n' + GOOD, "[notes]", "hands"
    ),
    "a list of tables between hands": Case(
        HEAD + GOOD + "\n[[deal]]\nx = 1\n" + GOOD, "[[deal]]", "hands"
    ),
    "rules after hands": Case(
        HEAD + GOOD + '\n[rules]\nwhist.style = "gentleman"\n', "[rules]", "hands"
    ),
    "one bracket too few": Case(
        HEAD + GOOD + "\n[hand]\n" + PLAYED.partition("\n")[2], "[hand]"
    ),
    "a header that was not closed": Case(
        HEAD + GOOD + "\n[[hand]\n" + PLAYED.partition("\n")[2], "[[hand]"
    ),
    "a misspelt header": Case(
        HEAD + GOOD + "\n[[hands]]\n" + PLAYED.partition("\n")[2], "[[hands]]", "hand"
    ),
    "keys of a hand in the head": Case(
        HEAD + 'contract = "7S"\n' + GOOD, 'contract = "7S"', "contract", None
    ),
    # Keys and their values.
    "two contracts": hand('contract = "7S"\ncontract = "8S"\n', 'contract = "8S"'),
    "tricks twice": played("tricks = 5", "tricks = 5\ntricks = 6")._replace(row="tricks = 6"),
    "tricks = 05": played("tricks = 5", "tricks = 05"),
    'tricks = "5"': played("tricks = 5", 'tricks = "5"', "tricks"),
    "tricks = 5.0": played("tricks = 5", "tricks = 5.0", "tricks"),
    "tricks = true": played("tricks = 5", "tricks = true", "tricks"),
    "tricks = five": played("tricks = 5", "tricks = five"),
    "tricks = nothing": played("tricks = 5", "tricks ="),
    "tricks = [5]": played("tricks = 5", "tricks = [5]", "tricks"),
    "tricks = -1": played("tricks = 5", "tricks = -1"),
    "tricks = 11": played("tricks = 5", "tricks = 11"),
    "tricks = 1979-05-27": played("tricks = 5", "tricks = 1979-05-27", "tricks"),
    "no such contract": played('"7S"', '"7X"', "7X")._replace(row='contract = "7X"'),
    "a contract of five": played('"7S"', '"5S"', "5")._replace(row='contract = "5S"'),
    "a contract that is a number": played('"7S"', "7")._replace(row="contract = 7"),
    "a contract without quotes": played('"7S"', "7S")._replace(row="contract = 7S"),
    "whist is a text": played('whist = ["W"]', 'whist = "W"', "whist"),
    "whist is a list of lists": played('whist = ["W"]', 'whist = [["W"]]', "whist"),
    "whist is a list of numbers": played('whist = ["W"]', "whist = [1]", "whist"),
    "wist": played("whist =", "wist =", "wist")._replace(row='wist = ["W"]'),
    "Whist": played("whist =", "Whist =", "Whist")._replace(row='Whist = ["W"]'),
    "an unknown player whists": played('["W"]', '["Wanda"]', "Wanda")._replace(
        row='whist = ["Wanda"]'
    ),
    "an unknown player declares": played('"S"\n', '"Sergei"\n', "Sergei")._replace(
        row='declarer = "Sergei"'
    ),
    "an unknown player in the tricks": hand(
        'contract = "pass"\ntaken = { W = 1, N = 5, S = 4 }\n',
        "taken = { W = 1, N = 5, S = 4 }", "N",
    ),
    "the declarer is missing": played('declarer = "S"\n', "", "declarer"),
    "the tricks are missing": played("tricks = 5\n", "", "tricks"),
    "the contract is missing": played('contract = "7S"\n', "", "contract"),
    "a defender is missing": played('pass = ["E"]\n', "", "E"),
    "a defender is named twice": played('pass = ["E"]', 'pass = ["E", "W"]', "W"),
    "the declarer whists": played('whist = ["W"]', 'whist = ["S"]', "S"),
    "a contract and a correction": hand(
        'contract = "7S"\nadjust = "E"\nmountain = 2\n', 'adjust = "E"', "contract"
    ),
    "a correction with tricks": hand('adjust = "E"\nmountain = 2\ntricks = 5\n', "tricks = 5"),
    "a correction of nothing": hand('adjust = "E"\n', 'adjust = "E"'),
    "a correction in words": hand('adjust = "E"\nmountain = "two"\n', 'mountain = "two"'),
    "half a point": hand('adjust = "E"\nmountain = 0.5\n', "mountain = 0.5", "mountain"),
    "whists on nobody": hand('adjust = "E"\nwhists = 5\n', "whists = 5"),
    "an all-pass with eleven tricks": hand(
        'contract = "pass"\ntaken = { W = 2, E = 5, S = 4 }\n',
        "taken = { W = 2, E = 5, S = 4 }", "11",
    ),
    "an all-pass without tricks": hand('contract = "pass"\n', "[[hand]]", "taken"),
    "an all-pass with a declarer": hand(
        'contract = "pass"\ndeclarer = "W"\ntaken = { W = 1, E = 5, S = 4 }\n', 'declarer = "W"',
        "declarer",
    ),
    "tricks in a list": hand('contract = "pass"\ntaken = [1, 5, 4]\n', "taken = [1, 5, 4]"),
    "tricks of a player in a text": hand(
        'contract = "pass"\ntaken = { W = "1", E = 5, S = 4 }\n',
        'taken = { W = "1", E = 5, S = 4 }',
    ),
    "one player twice": hand(
        'contract = "pass"\ntaken = { W = 1, w = 5, S = 4 }\n', "taken = { W = 1, w = 5, S = 4 }"
    ),
    "an empty hand": hand("", "[[hand]]"),
    "an empty hand between": Case(HEAD + GOOD + "\n[[hand]]\n" + GOOD, "[[hand]]"),
    "a note that is a number": hand(GOOD.partition("]]\n")[2] + "note = 5\n", "note = 5", "note"),
    "a time that is a text": hand(
        GOOD.partition("]]\n")[2] + 'at = "today"\n', 'at = "today"', "at"
    ),
    "a time that is a date": hand(
        GOOD.partition("]]\n")[2] + "at = 2026-11-29\n", "at = 2026-11-29", "at"
    ),
    "a dealer who is a stranger": hand(
        GOOD.partition("]]\n")[2] + 'dealer = "N"\n', 'dealer = "N"', "N"
    ),
    "a joining without a name": hand('join = ""\n', 'join = ""'),
    "a leaving where three sit": hand('leave = "W"\n', 'leave = "W"'),
    "a text that was not closed": hand('contract = "7S\ntricks = 5\n', 'contract = "7S'),
    "a conflict of git": Case(
        HEAD + GOOD + "<<<<<<< HEAD\n" + GOOD + "=======\n" + GOOD + ">>>>>>> other\n",
        "<<<<<<< HEAD", "", 0,
    ),
    "a colon for the equals sign": hand('contract: "pass"\n', 'contract: "pass"'),
    "typographic quotes": hand("contract = “pass”\n", "contract = “pass”"),
    "an escape in a note": hand(
        'contract = "misdeal"\nnote = "\\u001b[31m"\n', 'note = "\\u001b[31m"', "001B"
    ),
    "a turned note": hand(
        'contract = "misdeal"\nnote = "\\u202eabc"\n', 'note = "\\u202eabc"', "202E"
    ),
    "an unknown key": hand(
        'contract = "misdeal"\nweather = "rain"\n', 'weather = "rain"', "weather"
    ),
    # The head.
    "format = 2": head("format = 1", "format = 2", "2"),
    'format = "1"': head("format = 1", 'format = "1"', "format"),
    "format = true": head("format = 1", "format = true", "format"),
    "format = 1.0": head("format = 1", "format = 1.0", "format"),
    "format is missing": head("format = 1\n", "", "format", 'convention = "sochi"'),
    "an unknown convention": head('"sochi"', '"sotchi"', "sotchi", 'convention = "sotchi"'),
    "a convention that is a number": head('"sochi"', "5", "convention", "convention = 5"),
    "the convention is missing": head('convention = "sochi"\n', "", "convention", "format = 1"),
    "the players are missing": head('players = ["W", "E", "S"]\n', "", "players", "format = 1"),
    "the dealer is missing": head('dealer = "W"\n', "", "dealer", "format = 1"),
    "the pool is missing": head("pool = 1000\n", "", "pool", "format = 1"),
    "two players": head('["W", "E", "S"]', '["W", "E"]', "2", 'players = ["W", "E"]'),
    "five players": head(
        '["W", "E", "S"]', '["W", "E", "S", "N", "X"]', "5", 'players = ["W", "E", "S", "N", "X"]'
    ),
    "one name twice": head('"E", "S"]', '"E", "e"]', "e", 'players = ["W", "E", "e"]'),
    "players in a text": head('["W", "E", "S"]', '"W, E, S"', "players", 'players = "W, E, S"'),
    "an empty name": head('"E", "S"]', '"E", ""]', "", 'players = ["W", "E", ""]'),
    "the dealer is a stranger": head('dealer = "W"', 'dealer = "N"', "N"),
    "a pool of nothing": head("pool = 1000", "pool = 0", "pool"),
    "a pool in a text": head("pool = 1000", 'pool = "20"', "pool"),
    "an unknown setting": head("pool = 1000", "pools = 1000", "pool"),
    "a setting twice": head("pool = 1000", "pool = 1000\npool = 20", "", "pool = 20"),
    "the rules have an unknown key": head(
        "pool = 1000\n", 'pool = 1000\n[rules]\nwhist.stile = "greedy"\n', "whist.stile",
        'whist.stile = "greedy"',
    ),
    "the rules have a wrong word": head(
        "pool = 1000\n", 'pool = 1000\n[rules]\nwhist.style = "polite"\n', "whist.style",
        'whist.style = "polite"',
    ),
    "the rules have a wrong type": head(
        "pool = 1000\n", "pool = 1000\n[rules]\nall_pass.prices = 5\n", "all_pass.prices",
        "all_pass.prices = 5",
    ),
    "a rule in a table of its own": head(
        "pool = 1000\n", "pool = 1000\n[rules.whist]\nhalf_whist = 1\n", "whist.half_whist",
        "half_whist = 1",
    ),
    "the rules are a text": head("pool = 1000\n", 'pool = 1000\nrules = "ours"\n', "rules",
                                 'rules = "ours"'),
    "a foreign table in the head": head("pool = 1000\n", "pool = 1000\n[notes]\nx = 1\n", "notes",
                                        "[notes]"),
    "the head ends with a number": Case(HEAD.removesuffix("\n"), "pool = 1000", "", None),
    # The end.
    "a number without its line end": Case(
        HEAD + GOOD + '\n[[hand]]\ncontract = "misere"\ndeclarer = "W"\ntricks = 1', "tricks = 1"
    ),
    "a correction without its line end": Case(
        HEAD + GOOD + '\n[[hand]]\nadjust = "W"\nmountain = 1', "mountain = 1"
    ),
}  # fmt: skip


def line_of(text: str, row: str) -> int:
    """The number of the last line that is this one."""
    numbers = [number for number, line in enumerate(text.split("\n"), 1) if line == row]
    assert numbers, row
    return numbers[-1] if row == "[[hand]]" or len(numbers) > 1 else numbers[0]


def well_told(err: str, place: str, row: str) -> None:
    """The message has its one shape: what, where, the row as written, what to do."""
    lines = err.splitlines()
    assert lines[0].startswith("error: "), err
    assert re.search(rf"--> \S*{re.escape(place)}$", err, re.MULTILINE), (place, err)
    assert re.search(rf"^ *\d+ \| {re.escape(row)}$", err, re.MULTILINE), (row, err)
    assert re.search(r"^help: \S", err, re.MULTILINE), err
    assert "Traceback" not in err


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", CASES)
def test_each_mistake_has_its_message(name: str, ending: str) -> None:
    """Status 3, file and line, the row as written, a remedy; the hands before it are shown."""
    case = CASES[name]
    raw = begin(head=case.text.replace("\n", ending))
    if case.row == "[[hand]]":
        # The bad one is the second; a good one may follow.
        line = [n for n, row in enumerate(case.text.split("\n"), 1) if row == "[[hand]]"][1]
    else:
        line = line_of(case.text, case.row)
    shown = call("sheet", "--json")
    one_error(shown, 3)
    well_told(shown.err, f"{NAME}:{line}", case.row)
    assert case.says in shown.err.splitlines()[0]
    if case.before is None:
        assert shown.out == ""
    else:
        assert json.loads(shown.out)["hands"] == case.before
        if case.before:
            assert re.match(r"error: entry 2\b", shown.err), shown.err
    for words in (ALL_PASS, ("undo",), ("check",)):
        told = call(*words)
        assert told.status == 3, words
        assert SESSION.read_bytes() == raw
    assert listing() == {NAME}


@pytest.mark.parametrize("text", ["", "\n", "\n\n  \n\t\n", "\r\n\r\n", "\ufeff", "\ufeff\n"])
def test_an_empty_file_is_not_a_fresh_game(text: str) -> None:
    """A file without anything in it is reported, never taken for a session without hands."""
    raw = begin(head=text)
    for words in (("sheet",), ("sheet", "--json"), ALL_PASS, ("undo",), ("check",),
                  ("check", "--mend"), ("settle",), ("log",)):  # fmt: skip
        outcome = call(*words)
        one_error(outcome, 3)
        assert NAME in outcome.err
        assert "help:" in outcome.err
        assert outcome.out == ""
    assert SESSION.read_bytes() == raw
    assert listing() == {NAME}


@pytest.mark.parametrize(
    "spoilt",
    [
        GOOD.encode() + 'note = "Вася"\n'.encode("cp1251"),
        GOOD.encode() + b'note = "caf\xe9"\n',
        GOOD.encode() + b'note = "x" # caf\xe9\n',
    ],
    ids=["cp1251", "latin1", "comment"],
)
def test_bytes_that_are_not_utf8(spoilt: bytes) -> None:
    """Another encoding is named, with the line that has it; the hands before it are shown."""
    raw = HEAD.encode() + GOOD.encode() + spoilt + GOOD.encode()
    SESSION.write_bytes(raw)
    shown = call("sheet", "--json")
    one_error(shown, 3)
    assert json.loads(shown.out)["hands"] == 1
    assert "UTF-8" in shown.err
    assert f"{NAME}:{HEAD.count(chr(10)) + 2 * GOOD.count(chr(10)) + 1}\n" in shown.err
    assert 'note = "' in shown.err
    assert "help:" in shown.err
    assert call(*ALL_PASS).status == 3
    assert SESSION.read_bytes() == raw


def test_another_encoding_in_the_head() -> None:
    """Names in another encoding are reported with their line."""
    SESSION.write_bytes(HEAD.replace('"E"', '"Вася"').encode("cp1251"))
    shown = call("sheet", "--json")
    one_error(shown, 3)
    assert f"{NAME}:3\n" in shown.err
    assert "UTF-8" in shown.err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_told_as_such(encoding: str) -> None:
    """What some editors call Unicode is refused by one message and left as it is."""
    raw = (HEAD + GOOD).encode(encoding)
    SESSION.write_bytes(raw)
    for words in (("sheet",), ALL_PASS, ("check",)):
        one_error(call(*words), 3)
    assert SESSION.read_bytes() == raw


@pytest.mark.parametrize("zeros", [1, 200, 5000])
def test_zeros_at_the_end(zeros: int) -> None:
    """Zeros that a crash has left are reported with their line; all commands say the same."""
    raw = (HEAD + GOOD + GOOD).encode() + b"\0" * zeros
    SESSION.write_bytes(raw)
    said = set()
    for words in (("sheet",), ("undo",), ALL_PASS, ("settle",), ("log",)):
        outcome = call(*words)
        one_error(outcome, 3)
        assert f"{NAME}:{(HEAD + GOOD + GOOD).count(chr(10)) + 1}\n" in outcome.err
        said.add(outcome.err)
    assert len(said) == 1
    assert "\0" not in said.pop()
    # What stands before them is whole: it is shown, and stays when the file is mended.
    assert json.loads(call("sheet", "--json").out)["hands"] == 2
    assert call("check", "--mend").status == 0
    assert SESSION.read_bytes() == (HEAD + GOOD + GOOD).encode()


def test_check_tells_all_mistakes_at_once() -> None:
    """`check` names each bad entry, with its line, in one go; the good ones are counted."""
    bad = (
        '\n[[hand]]\ncontract = "7X"\n',
        "\n[[hand]]\n",
        '\n[[hand]]\ncontract = "pass"\ntaken = { W = 2, E = 5, S = 4 }\n',
        "\n[hand]\n",
        "\n[[hand]]\ntricks = 05\n",
    )
    begin(head=HEAD + GOOD + GOOD.join(bad) + GOOD)
    outcome = call("check")
    assert outcome.status == 3
    assert outcome.out.count("error:") == len(bad)
    numbers = [int(found) for found in re.findall(r"error: entry (\d+)", outcome.out)]
    assert numbers == [2, 4, 6, 8, 10]
    assert len(set(re.findall(rf"{NAME}:(\d+)", outcome.out))) == len(bad)
    done("check", "--mend")
    assert len(records()) == 6


# --- What may be written otherwise -------------------------------------------------------------

AS_PLAYED = Contracted(Contract(7, Suit.SPADES), "S", 5, ("W",), ("E",))
OTHERS: dict[str, Hand] = {
    "misère": Misere("W", 0),
    "tricks": AllPass({"W": 1, "E": 5, "S": 4}),
    "adjustment": Correction("E", mountain=2),
}
HARMLESS = {
    "a contract in lower case": PLAYED.replace("7S", "7s"),
    "a contract with its sign": PLAYED.replace("7S", "7♠"),
    "a contract in Russian": PLAYED.replace("7S", "7п"),
    "names in lower case": PLAYED.replace('"W"', '"w"').replace('"S"', '"s"'),
    "blanks in the header": PLAYED.replace("[[hand]]", "[[ hand ]]"),
    "a quoted header": PLAYED.replace("[[hand]]", '[["hand"]]'),
    "an indented hand": "    " + PLAYED.replace("\n", "\n    ").rstrip(" "),
    "no blanks": PLAYED.replace(" = ", "="),
    "more blanks": PLAYED.replace(" = ", "   =\t"),
    "quoted keys": PLAYED.replace("tricks", '"tricks"').replace("whist", "'whist'"),
    "single quotes": PLAYED.replace('"', "'"),
    "lists over lines": PLAYED.replace('["W"]', '[\n  "W",\n]'),
    "a list with a comment": PLAYED.replace('["W"]', '[ # first\n  "W", # [[hand]]\n\n]'),
    "comments behind rows": PLAYED.replace("\n", " # a comment = [[hand]]\n"),
    "comments between rows": PLAYED.replace("\n", "\n# contract = 5\n"),
    "blank lines between rows": PLAYED.replace("\n", "\n\n"),
    "a note of many lines": PLAYED + 'note = """\n[[hand]]\ncontract = 5\n"""\n',
    "a note that begins there": PLAYED + "note = '''[[hand]]\n[notes]\n[[hand]]'''\n",
    "a note with quotes": PLAYED + 'note = "\\"[[hand]]\\""\n',
    "keys in another order": "[[hand]]\n" + "".join(reversed(PLAYED.splitlines(keepends=True)[1:])),
    "a time with a blank": PLAYED + "at = 2026-11-29 20:31:12\n",
    "a time of its own zone": PLAYED + "at = 2026-11-29T20:31:12.5Z\n",
    "no line end": PLAYED.removesuffix("\n"),
    "hexadecimal": PLAYED.replace("= 5", "= 0x5"),
    "a misère in Russian": '[[hand]]\ncontract = "Мизер"\ndeclarer = "W"\ntricks = 0\n',
    "tricks in a table of their own": (
        '[[hand]]\ncontract = "pass"\n[hand.taken]\nW = 1\nE = 5\nS = 4\n'
    ),
    "tricks in a table with blanks": (
        '[[hand]]\ncontract = "pass"\n[ hand . taken ]\nW = 1\nE = 5\nS = 4\n'
    ),
    "tricks with dots": '[[hand]]\ncontract = "pass"\ntaken.W = 1\ntaken.E = 5\ntaken.S = 4\n',
    "tricks in lower case": '[[hand]]\ncontract = "PASS"\ntaken = { w = 1, e = 5, s = 4 }\n',
    "an adjustment by name": '[[hand]]\nadjust = "e"\nmountain = +2\n',
}  # fmt: skip


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_harmless_is_understood(name: str, ending: str) -> None:
    """Other spellings of the same are read; the file is only added to, and stays as it is."""
    middle = HARMLESS[name]
    last = "" if name == "no line end" else GOOD
    raw = begin(head=(HEAD + GOOD + "\n" + middle + last).replace("\n", ending))
    found = records()
    assert len(found) == (3 if last else 2)
    meant = next((one for word, one in OTHERS.items() if word in name), AS_PLAYED)
    assert (type(found[1].hand), found[1].hand) == (type(meant), meant)
    assert call("check").status == 0
    done(*ALL_PASS, "--note", "later")
    assert SESSION.read_bytes().startswith(raw)
    assert notes()[-1] == "later"
    assert [one.hand for one in records()][:-1] == [one.hand for one in found]
    done("undo")
    assert SESSION.read_bytes() == raw


@pytest.mark.parametrize(
    "spelt",
    [
        "[rules]\nall_pass.prices = [1, 2, 3]\n",
        "[rules.all_pass]\nprices = [\n  1, # one\n  2,\n  3\n]\n",
        "rules.all_pass.prices = [1,2,3]\n",
        "rules = { all_pass = { prices = [1, 2, 3] } }\n",
        "[ rules . all_pass ] # ours\n'prices' = [\n[1][0]\n]\n".replace(
            "[\n[1][0]\n]", "[1, 2, 3]"
        ),
    ],
)
def test_rules_may_be_spelt_as_toml_allows(spelt: str) -> None:
    """The table of rules, dotted, nested or inline, means the same."""
    begin(head=HEAD + spelt + GOOD + GOOD)
    pools = json.loads(done("sheet", "--json").out)["mountain"]
    begin(head=HEAD + "[rules]\nall_pass.prices = [1, 2, 3]\n" + GOOD + GOOD)
    assert json.loads(done("sheet", "--json").out)["mountain"] == pools


def test_unknown_keys_are_never_dropped() -> None:
    """A key of a later version is refused, and no command takes it out of the file."""
    raw = begin(head=HEAD + GOOD + 'weather = "rain"\n')
    for words in (ALL_PASS, ("undo",), ("edit", "1", "misdeal"), ("drop", "1"), ("redo",)):
        one_error(call(*words), 3)
        assert SESSION.read_bytes() == raw


def test_a_later_format_is_never_written_to() -> None:
    """`format = 2` is refused by every command, mending included."""
    raw = begin(head=HEAD.replace("format = 1", "format = 2") + GOOD)
    for words in (ALL_PASS, ("undo",), ("drop", "1"), ("check",), ("check", "--mend"), ("sheet",)):
        outcome = call(*words)
        one_error(outcome, 3)
        assert "2" in outcome.err
        assert SESSION.read_bytes() == raw
        assert listing() == {NAME}


def test_names_that_a_joining_brings_are_players_from_then_on() -> None:
    """Who has joined may be named in any case below; above he is a stranger."""
    joined = '\n[[hand]]\njoin = "Глеб"\n'
    hand_of_his = (
        '\n[[hand]]\ncontract = "6C"\ndeclarer = "глеб"\npass = ["E", "S"]\ndealer = "W"\n'
    )
    begin(head=HEAD + joined + hand_of_his)
    assert len(records()) == 2
    begin(head=HEAD + hand_of_his + joined)
    shown = call("sheet", "--json")
    one_error(shown, 3)
    assert json.loads(shown.out)["hands"] == 0


@pytest.mark.parametrize("words", [("drop", "1"), ("edit", "1", "join", "ГЛЕБ")])
def test_a_joining_on_which_later_hands_depend(words: tuple[str, ...]) -> None:
    """Taking it out, or spelling it otherwise, is refused or done; never a traceback."""
    joined = '\n[[hand]]\njoin = "Глеб"\n'
    hand_of_his = (
        '\n[[hand]]\ncontract = "6C"\ndeclarer = "глеб"\npass = ["E", "S"]\ndealer = "W"\n'
    )
    raw = begin(head=HEAD + joined + hand_of_his)
    outcome = call(*words)
    if outcome.status:
        one_error(outcome, 1)
        assert SESSION.read_bytes() == raw
    else:
        assert len(records()) == 2


def test_who_has_left_may_join_again_in_another_spelling() -> None:
    """The same name in another case is the same player, and the hand is recorded."""
    begin()
    done("join", "Глеб")
    done("leave", "Глеб")
    outcome = call("join", "глеб")
    assert outcome.status in (0, 1)
    assert len(records()) == (3 if outcome.status == 0 else 2)
