"""Compiles the Russian catalogue where the package is built, an editable one included."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogue(BuildHookInterface):  # type: ignore[type-arg]
    """The hook of the build that makes the `.mo`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile it; the rows of pyproject say that it is part of what is built."""
        del version, build_data
        sys.path.insert(0, str(Path(self.root, ".ci")))
        import catalogue

        catalogue.MO.write_bytes(catalogue.compiled())
