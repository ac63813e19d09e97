"""What cannot be tried everywhere."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import catalogue
import pytest

from preftally import lang

# Whoever starts the tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A checkout that nobody has installed has its Russian not compiled yet, or an old one.
if not catalogue.MO.exists() or catalogue.MO.stat().st_mtime < catalogue.PO.stat().st_mtime:
    catalogue.MO.write_bytes(catalogue.compiled())

# Terminals, signals, pipes, rights of files, a shell: Windows has others, or none.
collect_ignore = (
    [
        "cli/test_complete.py", "cli/test_report.py", "cli/test_sitting.py",
        "session/test_killed.py", "session/test_output.py", "session/test_store.py",
        "session/test_concurrency.py", "session/test_faults.py", "session/test_bytes_kept.py",
        "test_documents.py", "test_transcripts.py",
    ]
    if os.name == "nt"
    else []
)  # fmt: skip


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A test leaves no language to the next one, whichever worker runs it."""
    yield
    lang.use("en")
