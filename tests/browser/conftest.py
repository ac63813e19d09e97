"""A real browser, Debian's; without one these tests are skipped here, and an error in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

BROWSER = "chromium-headless-shell"


def missing() -> str:
    """Why there is no browser, if there is none."""
    if shutil.which(BROWSER) is None:
        return f"{BROWSER} is not installed (a package of Debian)"
    try:
        import axe_playwright_python.base
        import playwright.sync_api
    except ImportError as error:
        return f"{error}: install the extra `browser`"
    del axe_playwright_python, playwright
    return ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser, for all tests of a worker."""
    reason = missing()
    if reason and os.environ.get("CI") != "true":
        pytest.skip(reason)
    assert not reason, reason
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=shutil.which(BROWSER), args=["--no-sandbox"])
        yield found
        found.close()
