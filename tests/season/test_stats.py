"""`stats`: which files count, what is said of them, what is printed."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from evenings import Outcome, call, done

HEAD = """format = 1
convention = "{convention}"
players = {players}
dealer = "{dealer}"
pool = 2
date = {date}
"""
HANDS = """
[[hand]]
contract = "6S"
declarer = "{one}"
tricks = 7
whist = ["{two}"]
pass = ["{three}"]
at = {date}T20:00:00+03:00

[[hand]]
contract = "misere"
declarer = "{two}"
tricks = 0
at = {date}T20:10:00+03:00
"""


@pytest.fixture(autouse=True)
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an evening by Sochi and one by Leningrad, and a cache of its own."""
    folder = tmp_path / "club"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    evening(folder / "one.toml", "sochi", "2026-01-10", ("Anna", "Boris", "Vera"))
    evening(folder / "two.toml", "leningrad", "2026-02-10", ("Vera", "Anna", "Gleb"))
    return folder


def evening(path: Path, convention: str, date: str, players: tuple[str, ...]) -> None:
    """Write an evening of two hands."""
    one, two, three = players
    head = HEAD.format(
        convention=convention, players=json.dumps(players, ensure_ascii=False), dealer=one,
        date=date,
    )  # fmt: skip
    path.write_text(head + HANDS.format(one=one, two=two, three=three, date=date), encoding="utf-8")


def told(*words: str, status: int = 0) -> dict[str, Any]:
    """The object of `stats --json`."""
    outcome = call("stats", "--json", *words)
    assert outcome.status == status, outcome
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_the_five_swings_and_the_pairs_are_the_net() -> None:
    """In the object, too, and the nets are those of `settle`, Leningrad's by half."""
    found = told()
    assert (found["evenings"], found["hands"], found["unfinished"]) == (2, 4, 0)
    nets = dict.fromkeys(found["players"], Fraction(0))
    for file, scale in (("one.toml", 1), ("two.toml", 2)):
        settled = json.loads(done("settle", "--json", "-s", file).out)["exact"]
        for name, net in settled.items():
            nets[name] += Fraction(net) / scale
    for name, person in found["players"].items():
        assert sum(Fraction(one) for one in person["swing"].values()) == nets[name]
        assert sum(Fraction(one) for one in found["pairs"][name].values()) == nets[name]
        assert Fraction(person["net"]) == nets[name]


def test_raw_divides_nothing() -> None:
    """With --raw the nets are as they were settled."""
    found = told("two.toml", "--raw")
    settled = json.loads(done("settle", "--json", "-s", "two.toml").out)["exact"]
    assert {name: one["net"] for name, one in found["players"].items()} == settled
    assert found["scale"] == "1"


def test_what_was_declared_and_defended() -> None:
    """Six made by Anna, whisted by Boris alone, passed by Vera; then his misère."""
    players = told("one.toml")["players"]
    anna, boris, vera = (players[name] for name in ("Anna", "Boris", "Vera"))
    six = anna["declared"]["6"]
    assert (six["bid"], six["made"], six["unplayed"], six["down"], six["overtricks"]) == (
        1,
        1,
        0,
        0,
        1,
    )
    assert boris["declared"]["misere"]["bid"] == boris["declared"]["misere"]["made"] == 1
    assert (boris["defended"]["whist"], boris["defended"]["alone"]) == (1, 1)
    assert (vera["defended"]["pass"], vera["defended"]["chances"]) == (1, 1)
    # Three tricks where four were owed.
    assert (boris["defended"]["over_duty"], boris["defended"]["short"]) == (-1, 1)


def test_only_what_looks_like_a_session_is_reported(club: Path) -> None:
    """A house file, people and others are passed over; what is broken is named, status 3."""
    (club / "house.toml").write_text('base = "sochi"\n', encoding="utf-8")
    (club / "other.toml").write_text("x = 1\n", encoding="utf-8")
    (club / "people.toml").write_text('Anna = ["Ann"]\n', encoding="utf-8")
    (club / "notes.txt").write_text("format = 1\n", encoding="utf-8")
    done("paper", "--form", "sheet.toml")
    assert told()["skipped"] == []
    (club / "broken.toml").write_text("format = 1\nplayers = [\n", encoding="utf-8")
    (club / "newer.toml").write_text('format = 99\nplayers = ["A", "B", "C"]\n', encoding="utf-8")
    found = told(status=3)
    assert [one["file"] for one in found["skipped"]] == ["broken.toml", "newer.toml"]
    assert found["evenings"] == 2
    shown = call("stats")
    assert shown.status == 3
    assert "Anna" in shown.out
    assert "format 99" in shown.err


def test_a_session_without_hands_is_no_error(club: Path) -> None:
    """It is named and skipped; it could be read."""
    done("new")
    assert [one["file"] for one in told()["skipped"]] == ["preftally.toml"]
    assert "preftally.toml" in done("stats").out
    (club / "one.toml").unlink()
    (club / "two.toml").unlink()
    assert told()["evenings"] == 0


def test_a_folder_without_any() -> None:
    """Nothing to say is an error with status 3."""
    Path("empty").mkdir()
    assert call("stats", "empty").status == 3
    assert call("stats", "nowhere").status == 3


def test_a_name_that_is_too_long() -> None:
    """Said as of any file that cannot be read, also of a folder's."""
    for name in ("a" * 256, "a" * 256 + "/one.toml"):
        refused = call("stats", name)
        assert refused.status == 3
        assert "too long" in refused.err


def test_the_same_evening_twice_is_said(club: Path) -> None:
    """Under two names it is counted twice, and said; by a link it is one."""
    (club / "copy.toml").write_bytes((club / "one.toml").read_bytes())
    (club / "link.toml").symlink_to("two.toml")
    (club / "round").symlink_to(".")
    found = told()
    assert found["evenings"] == 3
    assert found["duplicates"] == [["copy.toml", "one.toml"]]
    assert "counted twice" in done("stats").out


def test_people_are_asked_about_and_never_merged(club: Path) -> None:
    """A close name is another person until people.toml says otherwise."""
    evening(club / "three.toml", "sochi", "2026-03-01", ("Annna", "Boris", "Gleb"))
    found = told()
    assert found["questions"] == [["Anna", "Annna"]]
    assert {"Anna", "Annna"} <= found["players"].keys()
    assert "one person?" in done("stats").out
    (club / "people.toml").write_text('Anna = ["Annna"]\n', encoding="utf-8")
    found = told()
    assert found["questions"] == []
    assert found["players"]["Anna"]["evenings"] == 3
    assert "Annna" not in found["players"]


def test_one_person_twice_at_a_table(club: Path) -> None:
    """An error with its place; the rest is shown."""
    (club / "people.toml").write_text('Anna = ["Boris"]\n', encoding="utf-8")
    outcome = call("stats", "--json")
    assert outcome.status == 3
    assert json.loads(outcome.out)["evenings"] == 1
    assert "--> one.toml:3" in outcome.err


def test_one_spelling_of_two_people(club: Path) -> None:
    """Nothing can be counted then."""
    (club / "people.toml").write_text('Anna = ["A"]\nBoris = ["A"]\n', encoding="utf-8")
    outcome = call("stats")
    assert outcome.status == 3
    assert "people.toml:2" in outcome.err


@pytest.mark.parametrize(
    ("words", "evenings"),
    [(("--since", "2026-02"), 1), (("--until", "2026-01-10"), 1), (("--since", "2026"), 2)],
)
def test_days(words: tuple[str, str], evenings: int) -> None:
    """A year and a month are from their first day to their last."""
    assert told(*words)["evenings"] == evenings


@pytest.mark.parametrize(
    "words",
    [("--since", "x"), ("--last", "90x"), ("--by", "suit"), ("--json", "--csv"),
     ("-o", "season.doc"), ("--table", "pairs"), ("--last", "9d", "--since", "2026")],
)  # fmt: skip
def test_wrong_words(words: tuple[str, ...]) -> None:
    """Status 2."""
    assert call("stats", *words).status == 2


def test_groups() -> None:
    """Each convention, month and seat by itself."""
    assert set(told("--by", "convention")["by"]) == {"sochi", "leningrad"}
    assert list(told("--by", "month")["by"]) == ["2026-01", "2026-02"]
    seats = told("--by", "seat")["by"]
    assert set(seats["1"]["players"]) == {"Anna", "Vera"}


def test_ratings_add_up() -> None:
    """Whoever won: 1500 for each."""
    rating = told("--rating")["rating"]
    assert sum(rating["players"].values()) == rating["start"] * len(rating["players"])


def test_the_cache_changes_nothing(club: Path) -> None:
    """Read anew, kept, taken from what is kept, and from damaged: the same."""
    anew = told("--no-cache")
    assert not (club.parent / "cache").exists()
    assert told() == told() == anew
    (kept,) = (club.parent / "cache").rglob("*.sqlite")
    assert kept.stat().st_mode & 0o077 == kept.parent.stat().st_mode & 0o077 == 0
    raw = kept.read_bytes()
    for damaged in (
        b"",
        b"nonsense" * 500,
        raw[: len(raw) // 2],
        raw[:4096] + b"\1" * 4096 + raw[8192:],
    ):
        kept.write_bytes(damaged)
        assert told() == anew
        assert told() == anew


def test_csv_tables() -> None:
    """A row for each player, each pair, each player of an evening."""
    rows = list(csv.DictReader(io.StringIO(done("stats", "--csv").out)))
    assert {row["player"]: row["net"] for row in rows} == {
        name: str(one["net"]) for name, one in told()["players"].items()
    }
    pairs = list(csv.DictReader(io.StringIO(done("stats", "--csv", "--table", "pairs").out)))
    assert len(pairs) == 10
    assert len(done("stats", "--csv", "--table", "evenings").out.splitlines()) == 7


@pytest.mark.parametrize("suffix", ["html", "csv", "json"])
def test_files(suffix: str, club: Path) -> None:
    """Written, replaced by the same bytes; a stranger's file is left."""
    path = club / f"season.{suffix}"
    done("stats", "-o", path.name)
    raw = path.read_bytes()
    done("stats", "-o", path.name)
    assert path.read_bytes() == raw
    path.write_bytes(b"mine")
    assert call("stats", "-o", path.name).status == 1
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 48])
def test_it_fits(language: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than the terminal, and figures are never cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    for words in ((), ("--player", "Anna", "--rating"), ("--by", "convention"), ("--explain",)):
        shown: Outcome = done("--lang", language, "stats", *words)
        assert max(map(len, shown.out.splitlines())) <= width
