"""The entry point; `--version` is answered before anything is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    if sys.argv[1:] == ["--version"]:
        from preftally import __version__

        sys.stdout.write(f"preftally {__version__}\n")
        return
    from preftally.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
