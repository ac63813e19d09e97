"""Who may know whom: the imports of the package, read and not run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import preftally
from preftally.engine.conventions import CONVENTIONS

PACKAGE = Path(preftally.__file__).parent
SOURCES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): ast.parse(path.read_bytes())
    for path in sorted(PACKAGE.rglob("*.py"))
}

# No file, clock, process, locale, terminal or chance.
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "operator",
    "typing",
}
STDLIB = set(sys.stdlib_module_names)

# A room of the package: what it may import of others' and of ours.
ROOMS = {
    "engine": (PURE, {"engine"}),
    "notation": (STDLIB, {"engine", "errors", "lang", "notation"}),
    "session": (
        STDLIB | {"tomli_w", "fasteners", "platformdirs"},
        {"engine", "errors", "lang", "notation", "session"},
    ),
    "evening": (STDLIB, {"engine", "errors", "lang", "notation", "session", "evening", "views"}),
    "season": (
        STDLIB | {"platformdirs"},
        {"engine", "errors", "lang", "notation", "session", "evening", "season", "__version__"},
    ),
    "views": (STDLIB, {"engine", "lang", "notation", "season", "views"}),
    "paper": (
        STDLIB,
        {"engine", "errors", "lang", "notation", "session", "views", "formats", "paper"},
    ),
    "serve": (
        STDLIB | {"segno"},
        {"engine", "errors", "lang", "session", "evening", "views", "formats", "serve"},
    ),
    "formats": (
        STDLIB | {"rich", "resvg_py", "jinja2", "markupsafe"},
        {"engine", "errors", "lang", "notation", "session", "season", "views", "formats"},
    ),
}


def imported(tree: ast.Module) -> Iterator[str]:
    """The full names of the modules that a source imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide who knows whom"
            if node.module == "preftally":
                yield from (f"preftally.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""


def room(module: str) -> str:
    """`session` of `preftally.notation.meaning`."""
    return module.split(".")[1]


MODULES = [module for module in SOURCES if module.count(".") and room(module) in ROOMS]


def test_every_room_is_there() -> None:
    """Engine, session and views are found, with modules in each."""
    assert {room(module) for module in MODULES} == set(ROOMS)
    assert len(MODULES) > 3 * len(ROOMS)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_knows_only_whom_it_may(module: str) -> None:
    """The engine knows pure modules only; session and views know the engine, not each other."""
    theirs, ours = ROOMS[room(module)]
    found = set(imported(SOURCES[module]))
    known = {name for name in found if name.split(".")[0] == "preftally"}
    assert {name.split(".")[0] for name in found - known} <= theirs
    assert {room(name) for name in known} <= ours


@pytest.mark.parametrize("module", sorted(SOURCES.keys() - {"preftally.engine.conventions"}))
def test_nobody_asks_for_a_conventions_name(module: str) -> None:
    """A convention is told by its values: nowhere is its name compared with another."""
    for node in ast.walk(SOURCES[module]):
        if isinstance(node, (ast.Compare, ast.match_case)):
            compared = node if isinstance(node, ast.Compare) else node.pattern
            assert not any(map(is_a_conventions_name, ast.walk(compared))), ast.unparse(compared)


def is_a_conventions_name(node: ast.AST) -> bool:
    """`"sochi"`, `convention.name`, `game.convention.name`."""
    match node:
        case ast.Constant(value=str(value)):
            return value in CONVENTIONS
        case ast.Attribute(attr="name", value=ast.Name(id=owner) | ast.Attribute(attr=owner)):
            return owner == "convention"
    return False
