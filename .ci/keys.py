"""The README's table of the keys, printed from their declarations.

Write it into the README anew:  python .ci/keys.py
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from preftally.engine import conventions
from preftally.engine.conventions import DIALS, SOCHI, Dial, value_of

README = Path(__file__).parent.parent / "README.md"
HEAD = "| key | holds; by default | what it says |\n|---|---|---|\n"


def table() -> str:
    """A row for each key: its name, what it may hold and holds by default, what it says."""
    said = dict(_said())
    rows = (
        f"| `{key}` | {_holds(dial)}; {_shown(value_of(SOCHI, key))} | {said[key]} |\n"
        for key, dial in DIALS.items()
    )
    return HEAD + "".join(rows)


def _said() -> Iterator[tuple[str, str]]:
    """The text below each field that declares a key."""
    module = ast.parse(inspect.getsource(conventions))
    groups = {type(getattr(SOCHI, name)).__name__: name for name in SOCHI._fields}
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name in groups:
            for field, below in zip(node.body, node.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
                    text = " ".join(str(ast.literal_eval(below.value)).split())
                    yield f"{groups[node.name]}.{ast.unparse(field.target)}", text.rstrip(".")


def _holds(dial: Dial) -> str:
    if dial.is_flag:
        return "`true`, `false`"
    words = [f"`{word}`" for word in dial.words]
    if dial.numbers is not None:
        span = f"{dial.numbers[0]}–{dial.numbers[-1]}"
        if dial.length is None:
            words.append(span)
        elif len(dial.length) == 1:
            words.append(f"{dial.length[0]} numbers, {span}")
        else:
            words.append(f"a list of {span}")
    return ", ".join(words)


def _shown(value: object) -> str:
    """The default, as it would be written."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return f"`[{', '.join(map(str, value))}]`"
    return f"`{value}`"


def written(readme: str) -> str:
    """The README with the table as it is printed now."""
    start = readme.index("| key | ")
    end = readme.index("\n\n", start) + 1
    return readme[:start] + table() + readme[end:]


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"{len(DIALS)} keys\n")
