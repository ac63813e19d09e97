"""The Russian catalogue holds every message of the sources, and nothing else."""

from __future__ import annotations

import ast
import gettext
import io
import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from babel.messages.mofile import read_mo
from catalogue import (
    FORMS,
    KEYWORDS,
    LIBRARY,
    PACKAGE,
    catalogue,
    compiled,
    extracted,
    forms_of,
    found,
)

from preftally import lang
from preftally.cli.group import COMMANDS


class Message(NamedTuple):
    """A message of the catalogue: its forms in English, and in Russian."""

    english: tuple[str, ...]
    russian: tuple[str, ...]


def messages() -> list[Message]:
    """Its messages, without the head of the file."""
    return [Message(forms_of(one.id), forms_of(one.string or "")) for one in catalogue() if one.id]


MESSAGES = messages()
PLURAL = [one for one in MESSAGES if len(one.english) > 1]


# The catalogue is complete.


def test_every_message_is_in_the_catalogue_and_no_other() -> None:
    """The sources and the library say just what the catalogue translates."""
    known = {one.english for one in MESSAGES}
    assert sorted(found() - known) == []
    assert sorted(known - found()) == []


def test_the_extraction_misses_no_call() -> None:
    """Babel sees every call of `_` and `many`, none being hidden from it in an f-string."""
    written = {texts(call.node) for call in CALLS if called(call.node) in KEYWORDS}
    assert sorted(written) == sorted(extracted())


def texts(node: ast.Call) -> tuple[str, ...]:
    """The forms that a call of `_` or `many` gives."""
    count = 2 if called(node) == "many" else 1
    return tuple(ast.literal_eval(one) for one in node.args[:count])


def test_nothing_is_kept_that_is_not_used() -> None:
    """No message of the catalogue is fuzzy or obsolete."""
    held = catalogue()
    assert [one.id for one in held if one.id and one.fuzzy] == []
    assert list(held.obsolete) == []


def test_every_form_is_translated() -> None:
    """A message has one Russian form, or three where it counts something; none is empty."""
    assert [
        one
        for one in MESSAGES
        if len(one.russian) != (1 if len(one.english) == 1 else FORMS)
        or not all(form.strip() for form in one.russian)
    ] == []


def test_english_is_complete() -> None:
    """English is the messages themselves: none is empty, and what counts has two forms."""
    assert all(form.strip() for forms in found() for form in forms)
    counting = {texts(call.node) for call in CALLS if called(call.node) == "many"}
    assert {len(forms) for forms in counting} == {2}
    assert sorted(counting) == sorted(one.english for one in PLURAL)
    assert all("{n}" in form for one in PLURAL for form in (*one.english, *one.russian))


# A translation says what its message says.


def test_placeholders_are_those_of_the_message() -> None:
    """Every form fills in the same figures and names, in the same format."""
    assert differing(placeholders) == []


def differing(aspect: Callable[[str], object]) -> list[tuple[str, str]]:
    """The forms that are not like their message in some aspect, each beside it."""
    return [
        (one.english[-1], form)
        for one in MESSAGES
        for form in one.russian
        if aspect(form) != aspect(one.english[-1])
    ]


def placeholders(text: str) -> Counter[tuple[str, str, str]]:
    """The fields of a text with their formats, and how often each is there."""
    fields = string.Formatter().parse(text)
    return Counter(
        (name, spec or "", conversion or "")
        for _text, name, spec, conversion in fields
        if name is not None
    )


def test_what_people_type_is_not_translated() -> None:
    """Options, keys, commands and examples are in Russian what they are in English."""
    assert differing(typed) == []


# Options, variables, headers and keys of the file, quoted words, command lines, contracts.
TYPED = re.compile(
    r"(?<![\w-])--?[a-z][a-z-]*|\$[A-Z_]+|\[\[?[a-z]+\]\]?|\b[a-z_]+\.[a-z_]+\b|`[^`]+`"
    rf"|preftally(?: (?:{'|'.join(COMMANDS)})\b)?"
    r"|\b(?:\d+(?:[SCDH]|NT)|[A-Z]+=\d+|[a-z]+=)(?!\w)"
)


def typed(text: str) -> Counter[str]:
    """What people type of a text, and how often each is there."""
    return Counter(TYPED.findall(text))


def test_the_edges_are_those_of_the_message() -> None:
    """Blanks at both ends, a full stop or a colon, and line ends stay."""
    assert differing(edges) == []


def edges(text: str) -> tuple[str, str, int]:
    """The blanks before a text, its line ends, and what it ends with after the last letter."""
    end = re.search(r"[.:]?\s*$", text)
    assert end is not None
    return text[: len(text) - len(text.lstrip())], end.group(), text.count("\n")


def test_no_word_mixes_two_alphabets() -> None:
    """No Latin letter hides in a Russian word, where it would look the same."""
    words = [
        word
        for one in MESSAGES
        for form in one.russian
        for word in re.findall(r"[^\W\d_]+", re.sub(r"\{\w*\}", " ", form))
    ]
    assert [word for word in words if re.search("[a-zA-Z]", word) and not word.isascii()] == []


# What is compiled is what is written.


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """Read through `gettext`, every message comes as the `.po` has it, and there is no other."""
    spoken = read()
    for one in MESSAGES:
        if len(one.english) == 1:
            assert spoken.gettext(one.english[0]) == one.russian[0]
        else:
            singular, plural = one.english
            said = {number: spoken.ngettext(singular, plural, number) for number in NUMBERS}
            assert said == {number: one.russian[form] for number, form in NUMBERS.items()}
    with io.BytesIO(compiled()) as file:
        assert {forms_of(one.id) for one in read_mo(file) if one.id} == {
            one.english for one in MESSAGES
        }


def read() -> gettext.GNUTranslations:
    """The `.mo`, read as the program reads it."""
    return gettext.GNUTranslations(io.BytesIO(compiled()))


# Which of the three forms goes with a number.
NUMBERS = {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 100: 2, 101: 0, 111: 2}


@pytest.mark.parametrize(
    ("number", "tricks"),
    [
        (1, "1 взятка"),
        (2, "2 взятки"),
        (5, "5 взяток"),
        (11, "11 взяток"),
        (21, "21 взятка"),
        (22, "22 взятки"),
        (100, "100 взяток"),
    ],
)
def test_tricks_are_counted_as_russian_counts(number: int, tricks: str) -> None:
    """One trick, two tricks and five tricks have a form each."""
    assert read().ngettext("{n} trick", "{n} tricks", number).format(n=number) == tricks


def test_the_program_and_its_library_speak_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once Russian is chosen, our messages and those of the library come from the catalogue."""
    monkeypatch.setenv("LANGUAGE", "en")
    lang.use("ru")
    try:
        assert [lang._("pool"), lang.many("{n} hand", "{n} hands", 3)] == ["пуля", "3 сдачи"]
        assert [gettext.gettext(message) for message in LIBRARY] == [
            read().gettext(message) for message in LIBRARY
        ]
    finally:
        lang.use("en")


# Nothing is said past the catalogue.


class Call(NamedTuple):
    """A call somewhere in the sources, and the function that it stands in."""

    node: ast.Call
    scope: ast.AST
    place: str


SAY = {"say", "aside", "warn"}
# `__init__` is that of an error which gives its own message to its base.
ERRORS = {"Refused", "WrongUsage", "NoSession", "NotWritten", "Misread", "__init__"}
# TOML that `conventions export` writes, which is not a sentence.
NOT_SENTENCES = {'base = ""'}


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_bytes())


TREES = dict(parsed())


def calls() -> Iterator[Call]:
    for file, tree in TREES.items():
        for scope, node in scoped(tree, tree):
            if isinstance(node, ast.Call):
                yield Call(node, scope, f"{file}:{node.lineno}")


def scoped(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Everything in a node, each with the innermost function around it."""
    inner = node if isinstance(node, (ast.FunctionDef, ast.Lambda)) else scope
    yield scope, node
    for child in ast.iter_child_nodes(node):
        yield from scoped(child, inner)


def called(node: ast.Call) -> str:
    """The last part of the name of what is called: `say` of `output.say`."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


CALLS = list(calls())


def untranslated(node: ast.AST | None, scope: ast.AST, depth: int = 0) -> Iterator[str]:
    """The texts with letters that a value is made of, other than those given to `_` or `many`.

    A name stands for all that its function gives it. What other functions give
    is theirs to answer for.
    """
    match node:
        case ast.Constant(value=str(text)):
            yield from _with_letters(text)
        case ast.JoinedStr(values=parts):
            yield from _with_letters(
                "".join(str(one.value) for one in parts if isinstance(one, ast.Constant))
            )
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    yield from untranslated(part.value, scope, depth)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from untranslated(one, scope, depth)
            yield from untranslated(other, scope, depth)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from untranslated(part, scope, depth)
        case ast.Call(func=ast.Attribute(attr="format" | "replace", value=text)):
            yield from untranslated(text, scope, depth)
        case ast.Name(id=name) if depth < 3:
            for given in assigned(name, scope):
                yield from untranslated(given, scope, depth + 1)


def assigned(name: str, scope: ast.AST) -> Iterator[ast.AST]:
    """What a function assigns to one of its names."""
    for inner, node in scoped(scope, scope):
        if inner is not scope or isinstance(scope, ast.Module):
            continue
        match node:
            case ast.Assign(value=value) | ast.AugAssign(value=value):
                if ast.unparse(targets(node)) == name:
                    yield value


def _with_letters(text: str) -> Iterator[str]:
    """The text, unless all its letters are those of options or of the program's own name."""
    plain = re.sub(r"--[a-z-]+|preftally", "", text)
    if any(letter.isalpha() for letter in plain) and text not in NOT_SENTENCES:
        yield text


def test_the_reading_of_the_sources_finds_what_is_said() -> None:
    """Speaking calls are found in every room that speaks, so that the proofs below see them."""
    speaking = Counter(call.place.split("/")[0] for call in CALLS if called(call.node) in ERRORS)
    assert all(speaking[room] for room in ("cli", "session"))
    assert sum(called(call.node) in SAY for call in CALLS) > 20
    sample = ast.parse('WrongUsage(f"no {x}", "why" if y else _("z").format(a="b"))', mode="eval")
    assert isinstance(sample.body, ast.Call)
    texts = [text for one in sample.body.args for text in untranslated(one, sample)]
    assert texts == ["no ", "why"]


def test_errors_are_said_through_the_catalogue() -> None:
    """No message or hint of an error is a plain text."""
    given = [
        (call.place, value, call.scope)
        for call in CALLS
        if called(call.node) in ERRORS
        for value in [
            # The first word of `Misread` is the key of the file that is at fault.
            *call.node.args[called(call.node) == "Misread" :],
            *(one.value for one in call.node.keywords if one.arg in ("message", "hint")),
        ]
    ]
    # What is built before it is given to an error.
    given += [
        (f"{file}:{node.lineno}", node.value, scope)
        for file, tree in TREES.items()
        for scope, node in scoped(tree, tree)
        if isinstance(node, (ast.Assign, ast.AugAssign))
        and re.fullmatch("message|hint|why", ast.unparse(targets(node)))
    ]
    assert [
        f"{place}: {text}" for place, value, scope in given for text in untranslated(value, scope)
    ] == []


def targets(node: ast.Assign | ast.AugAssign) -> ast.AST:
    """What an assignment gives its value to."""
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


def test_answers_are_said_through_the_catalogue() -> None:
    """No line that is printed, and none that a view gives, is a plain text."""
    printed = [
        (call.place, value, call.scope)
        for call in CALLS
        if called(call.node) in SAY
        for value in call.node.args
    ]
    given = [
        (f"{file}:{node.lineno}", node.value, scope)
        for file, tree in TREES.items()
        if file.startswith("views")
        for scope, node in scoped(tree, tree)
        if isinstance(node, ast.Yield)
    ]
    assert given
    assert [
        f"{place}: {text}"
        for place, value, scope in [*printed, *given]
        for text in untranslated(value, scope)
    ] == []


def test_helps_are_said_through_the_catalogue() -> None:
    """No help of a command, an argument or an option is a plain text."""
    helps = [
        (call.place, one.value, call.scope)
        for call in CALLS
        for one in call.node.keywords
        if one.arg in ("help", "epilog") and call.place.startswith("cli")
    ]
    helps += [
        (file, node.value, tree)
        for file, tree in TREES.items()
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HELP"
    ]
    assert len(helps) > 50
    assert [
        f"{place}: {text}" for place, value, scope in helps for text in untranslated(value, scope)
    ] == []
