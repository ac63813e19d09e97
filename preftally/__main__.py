"""The entry point. Each command is a process that starts while people wait.

So `--version` is answered before anything is loaded; the collector of cyclic
garbage, which looks through the modules as they load and finds nothing, is off;
and a command that has said and written all leaves at once instead of taking the
interpreter apart first. The last two are a fifth of a command's time.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    if sys.argv[1:] == ["--version"]:
        from preftally import __version__

        sys.stdout.write(f"preftally {__version__}\n")
        return
    import gc
    import os

    gc.disable()
    from preftally.cli.app import run

    # `run` has brought all output out, and every file is closed.
    os._exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
