"""The page of the rules: it agrees with the engine, in both languages, and is found by words."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import alone, call, done, one_error

import preftally
from preftally.cli import law
from preftally.cli.app import run
from preftally.cli.complete import rules
from preftally.engine.conventions import (
    CONVENTIONS,
    DIALS,
    LENINGRAD,
    Convention,
    Value,
    differences,
    value_of,
)
from preftally.engine.model import LEVELS
from preftally.formats import prose
from preftally.formats.terminal import Terminal
from preftally.lang import LANGUAGES, speaking

PACKAGE = Path(preftally.__file__).parent
PAGES = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one: no command here needs a session."""
    return alone(tmp_path, monkeypatch)


# The page and the engine.

# `RULES, section 4`, `RULES, sections 5 and 9`, `RULES, 2.2 and 9`, `# 2.1, 2.2`.
_NUMBER = r"\d+(?:\.\d+)?"
_LIST = rf"{_NUMBER}(?:(?:, | and ){_NUMBER})*"
_CITED = re.compile(rf"RULES, (?:sections? )?({_LIST})|# ((?:2\.\d(?:, )?)+)")


def cited() -> Iterator[tuple[str, str]]:
    """The sections that the sources name, each with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for row in path.read_text(encoding="utf-8").splitlines():
            for found in _CITED.finditer(row):
                for number in re.findall(_NUMBER, found[1] or found[2]):
                    yield number, f"{path.name}: {row.strip()}"


def test_every_section_that_the_sources_cite_exists() -> None:
    """Who reads a docstring finds what it rests on."""
    citations = list(cited())
    assert {"1", "2.1", "2.2", "2.3", "2.5", "4", "5", "6", "7", "8", "9"} <= {
        number for number, _row in citations
    }
    for language in LANGUAGES:
        known = law.headings(language)
        assert [row for number, row in citations if number not in known] == []


def rows(text: str) -> Iterator[list[str]]:
    """The rows of a text's tables, cell by cell, without their marks."""
    for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        yield [cell.strip().replace("`", "") for cell in row.split("|")]


def spelt(value: Value) -> str:
    """A value as the tables write it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def table(text: str, width: int) -> dict[str, list[str]]:
    """The rows of keys of a table with so many columns."""
    return {row[0]: row[1:] for row in rows(text) if row[0] in DIALS and len(row) == width}


@PAGES
def test_the_table_of_values_is_the_engines(language: str) -> None:
    """Each value of section 1, by the conventions that it names; none is left out."""
    told = [row for row in rows(law.section("1", language)) if row[0] in DIALS]
    seen = set()
    for key, names, *values in told:
        for name in names.split(", "):
            held = value_of(CONVENTIONS[name], key)
            assert values == (list(map(str, held)) if isinstance(held, tuple) else [str(held)])
            assert (key, name) not in seen
            seen.add((key, name))
    keys = [key for key in DIALS if key.startswith("values.")]
    assert seen == {(key, name) for key in keys for name in ("sochi", "rostov", "leningrad")}
    assert all(len(row) in (3, 2 + len(LEVELS)) for row in told)
    assert CONVENTIONS["sochi-online"].values == CONVENTIONS["sochi"].values
    assert CONVENTIONS["races"].values == LENINGRAD.values
    assert CONVENTIONS["fspr"].values == LENINGRAD.values._replace(conceded=0)


@PAGES
def test_the_table_of_the_conventions_is_the_engines(language: str) -> None:
    """Section 8 has every key in which classical conventions differ, with what they hold."""
    text = law.section("8", language)
    names = next(rows(text))[1:]
    classical = [CONVENTIONS[name] for name in names]
    told = table(text, 1 + len(names))
    assert told == {key: [spelt(value_of(one, key)) for one in classical] for key in told}
    # A key that is not in it is one under which they all hold the same.
    assert [key for key in DIALS if key not in told and is_apart(key, classical)] == []


def is_apart(key: str, conventions: list[Convention]) -> bool:
    return not key.startswith("values.") and len({value_of(one, key) for one in conventions}) > 1


@PAGES
def test_the_club_conventions_are_the_engines(language: str) -> None:
    """Section 9 has all in which they differ from Leningrad, and nothing else."""
    club = [CONVENTIONS["fspr"], CONVENTIONS["races"]]
    told = table(law.section("9", language), 3)
    differing = {key for one in club for key in differences(LENINGRAD, one)}
    assert told == {key: [spelt(value_of(one, key)) for one in club] for key in differing}
    assert str(CONVENTIONS["races"].target) in law.section("9", language)


def test_both_languages_tell_the_same() -> None:
    """The same sections; in each the same keys, as often, and the same figures in tables."""
    english, russian = law.headings("en"), law.headings("ru")
    assert list(english) == list(russian)
    assert [number for number in english if "." not in number] == [str(n) for n in range(1, 11)]
    assert [f"2.{n}" for n in range(1, 7)] == [number for number in english if "." in number]
    for number in english:
        one, other = (law.section(number, language) for language in ("en", "ru"))
        assert code(one) == code(other), number
        if number != "10":
            assert [row[1:] for row in rows(one) if row[0] in DIALS] == [
                row[1:] for row in rows(other) if row[0] in DIALS
            ]
    for language in LANGUAGES:
        words = set(code(law.page(language)))
        assert [key for key in DIALS if key not in words] == []


def code(text: str) -> list[str]:
    """What stands in marks of code, sorted: keys, their words, names of conventions."""
    return sorted(re.findall(r"`([^`]+)`", text))


@PAGES
def test_every_word_that_a_key_may_hold_is_told(language: str) -> None:
    """No value of a key is left for the reader to guess."""
    text = law.page(language)
    for key, dial in DIALS.items():
        assert [word for word in dial.words if not re.search(rf"\b{word}\b", text)] == [], key


# The command.


@PAGES
def test_a_pipe_gets_the_page_as_it_is(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the reader's language, never wrapped, whatever width is said."""
    monkeypatch.setenv("PREFTALLY_LANG", language)
    monkeypatch.setenv("COLUMNS", "40")
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    written = (PACKAGE / "engine" / name).read_text(encoding="utf-8")
    assert done("rules").out == written
    parts = [done("rules", str(number)).out for number in range(1, 11)]
    assert "\n".join([written[: written.index("## 1. ")], *parts]).replace("\n\n\n", "\n\n") == (
        written
    )


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        ("4", "## 4. All-pass"),
        ("4.", "## 4. All-pass"),
        ("2.3", "### 2.3 Remise"),
        ("all-pass", "## 4. All-pass"),
        ("ALL", "## 4. All-pass"),
        ("распасы", "## 4. All-pass"),
        ("misere", "## 3. Misère"),
        ("Misère", "## 3. Misère"),
        ("Stalin", "### 2.6 Stalingrad"),
        ("american help", "## 5. Pool, American help, end of the game"),
        ("ремиз", "### 2.3 Remise"),
    ],
)
def test_a_section_is_found(said: str, heading: str) -> None:
    """By number, by a word of its heading in either language, by the beginning of one."""
    assert done("rules", said).out.partition("\n")[0] == heading


def test_the_russian_word_of_the_command() -> None:
    """`правила` is the command, and what it shows is in the reader's language."""
    with speaking("ru"):
        assert law.numbered("пуля") == "5"
    assert done("правила", "мизер").out.startswith("## 3. Misère\n")


@pytest.mark.parametrize("said", ["11", "2.7", "0", "bridge", "?", "1.5"])
def test_an_unknown_section_is_refused(said: str) -> None:
    """With status 2, and all sections named."""
    outcome = call("rules", said)
    one_error(outcome, 2)
    assert said in outcome.err
    assert "4 All-pass" in outcome.err
    assert "10 Words" in outcome.err
    assert outcome.out == ""


def test_a_word_of_several_sections_is_refused() -> None:
    """And those are named which it could be."""
    outcome = call("rules", "the")
    one_error(outcome, 2)
    assert "1 The table of values; 5 Pool, American help, end of the game" in outcome.err
    assert "Misère" not in outcome.err


def test_completion_offers_what_names_one_section() -> None:
    """The numbers, and once a letter is typed the words."""
    assert rules("")[:3] == ["1", "2", "2.1"]
    assert rules("2.") == [f"2.{n}" for n in range(1, 7)]
    assert rules("sett") == ["settlement"]
    assert rules("the") == []
    with speaking("ru"):
        assert rules("рас") == ["распасы", "расчет"]
    for language in LANGUAGES:
        with speaking(language):
            assert [law.numbered(word) for word in law.offered()]


# The drawing for a terminal.


@PAGES
@pytest.mark.parametrize("width", [36, 48, 80, 200])
def test_the_drawing_fits_and_loses_nothing(language: str, width: int) -> None:
    """No line is wider than the terminal, and every key stands whole in a line."""
    drawn = prose.drawn(law.page(language), Terminal(width, colour=False, unicode=True))
    assert max(map(len, drawn.splitlines())) <= min(width, 100)
    assert not re.search(r"[`\x1b]|\*\*|^#", drawn, re.MULTILINE)
    for key in DIALS:
        assert re.search(rf"(?<![\w.]){key}(?![\w.]\w)", drawn), key


def test_the_drawing_has_colours_where_they_are_wanted() -> None:
    """And plain signs where the terminal has no others."""
    text = law.section("8", "en")
    assert "\x1b[" in prose.drawn(text, Terminal(80, colour=True, unicode=True))
    assert "─" not in prose.drawn(text, Terminal(80, colour=False, unicode=False))


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_the_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a terminal shows has no marks of Markdown."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    with contextlib.redirect_stdout(Screen()) as screen:
        assert run(["rules", "2.6"]) == 0
    assert screen.getvalue() == (
        "2.6 Stalingrad\n\nWhere whist.stalingrad is true, both defenders must whist\nsix spades.\n"
    )
