"""The Russian catalogue: `python .ci/catalogue.py` brings it up to date and compiles it.

New messages of the sources are added empty, those that are gone are dropped. Translate
the empty ones in the `.po` and run it again. What is compiled (`.mo`) is in no commit: it
is made where the package is built.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "preftally"
PO = PACKAGE / "locale" / "ru" / "LC_MESSAGES" / "preftally.po"
MO = PO.with_suffix(".mo")
KEYWORDS = {"_": None, "many": (1, 2)}
FORMS = 3

# A message by its forms in English: one, or two where it counts something.
Forms: TypeAlias = tuple[str, ...]

# What the command-line library asks `gettext` for: `lang.use` lets it ask our catalogue.
LIBRARY = (
    "Aborted!", "Arguments", "Commands", "Options",
    "(dynamic)", "default: {default}", "env var: {var}", "required",
)  # fmt: skip


def forms_of(message: str | tuple[str, ...] | list[str]) -> Forms:
    """The forms of a message as Babel gives it."""
    return (message,) if isinstance(message, str) else tuple(message)


def extracted() -> set[Forms]:
    """The messages of the sources."""
    calls = extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS)
    return {forms_of(message) for _file, _line, message, _comments, _context in calls}


def found() -> set[Forms]:
    """The messages of the sources and of the library."""
    return extracted() | {(message,) for message in LIBRARY}


def catalogue() -> Catalog:
    """The `.po` as it stands."""
    with PO.open("rb") as file:
        return read_po(file, locale="ru", abort_invalid=True)


def refresh() -> None:
    """Write the `.po` anew from the sources; what is translated stays."""
    old = catalogue()
    head = PO.read_text(encoding="utf-8").partition("\n\n")[0]
    new = Catalog(locale="ru", fuzzy=False)
    new.mime_headers = old.mime_headers
    new.creation_date, new.revision_date = old.creation_date, old.revision_date
    for forms in sorted(found()):
        held = old.get(forms[0])
        empty: str | tuple[str, ...] = "" if len(forms) == 1 else ("",) * FORMS
        kept = held is not None and forms_of(held.id) == forms
        new.add(forms[0] if len(forms) == 1 else forms, held.string if held and kept else empty)
    written = io.BytesIO()
    write_po(written, new, omit_header=True, sort_output=True, width=99)
    PO.write_text(head + "\n\n" + written.getvalue().decode().strip("\n") + "\n", encoding="utf-8")


def compiled() -> bytes:
    """The catalogue as `gettext` reads it."""
    written = io.BytesIO()
    write_mo(written, catalogue())
    return written.getvalue()


if __name__ == "__main__":
    refresh()
    MO.write_bytes(compiled())
