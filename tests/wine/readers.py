"""Forty hands while forty readers look at the session: on Windows a reader is in the way.

Each hand is a process of its own, as at the table; the readers open the file again and
again and hold it for a moment. Every hand must be recorded, and every reading whole.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HANDS = 40
READERS = 40
PREFTALLY = (sys.executable, "-X", "utf8", "-m", "preftally")


def preftally(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, its streams pipes."""
    return subprocess.run(
        [*PREFTALLY, *words], cwd=folder, input=b"", capture_output=True, check=False
    )


def main() -> int:
    """Play, look, and count."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session = folder / "preftally.toml"
        begun = preftally(folder, "new", "--pool", "1000")
        assert begun.returncode == 0, begun
        over = threading.Event()
        read = [0] * READERS
        torn: list[bytes] = []

        def looks(number: int) -> None:
            while not over.is_set():
                try:
                    with session.open("rb") as file:
                        raw = file.read()
                        time.sleep(0.02)
                except PermissionError:  # it is being replaced at this moment
                    time.sleep(0.01)
                    continue
                read[number] += 1
                if not raw.endswith(b"\n"):
                    torn.append(raw)
                time.sleep(0.5)

        threads = [threading.Thread(target=looks, args=(number,)) for number in range(READERS)]
        for thread in threads:
            thread.start()
        failed = []
        for number in range(HANDS):
            hand = preftally(folder, "hand", "pass", "W=1", "E=5", "S=4", "--note", str(number))
            if hand.returncode:
                failed.append(hand.stderr.decode(errors="replace"))
        sheet = preftally(folder, "sheet", "--json")
        over.set()
        for thread in threads:
            thread.join()
        recorded = session.read_bytes().count(b"[[hand]]")
        left = sorted(one.name for one in folder.iterdir())
        print(
            f"{HANDS} hands beside {READERS} readers on {sys.platform}: {recorded} recorded, "
            f"{len(failed)} refused, {sum(read)} readings, {len(torn)} torn; left: {left}"
        )
        print("\n".join(failed[:3]))
        whole = recorded == HANDS and not failed and not torn and sheet.returncode == 0
        return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
