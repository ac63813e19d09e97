"""Records hands, one after the other, until it is killed; says which ones were acknowledged.

    python recorder.py SESSION PREFIX

It waits for a line on its input, so that the time of a kill does not go into loading.
"""

from __future__ import annotations

import os
import sys

from preftally.cli.app import run

HAND = ("hand", "pass", "W=1", "E=5", "S=4")


def main(session: str, prefix: str) -> None:
    """Record `PREFIX-0`, `PREFIX-1` and so on, each named on the output once it is recorded."""
    acknowledgements = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdout = nowhere
        os.write(acknowledgements, b"ready\n")
        sys.stdin.readline()
        number = 0
        while run([*HAND, "--session", session, "--note", f"{prefix}-{number}"]) == 0:
            os.write(acknowledgements, f"{prefix}-{number}\n".encode())
            number += 1
    sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
