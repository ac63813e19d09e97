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

        print_version(__version__)
    import gc
    import os

    gc.disable()
    from preftally.cli.app import run

    # `run` has brought all output out, and every file is closed.
    os._exit(run(sys.argv[1:]))


def print_version(version: str) -> None:
    """Say the version and leave; a reader who has closed the pipe is no error."""
    import os

    status = 0
    try:
        sys.stdout.write(f"preftally {version}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    except (OSError, AttributeError):
        status = 4
    os._exit(status)


if __name__ == "__main__":
    main()
