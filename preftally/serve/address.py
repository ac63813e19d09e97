"""Where readers find the page: this machine's address in its network, and its picture."""

from __future__ import annotations

import contextlib
import socket

# Reserved for documents: nobody is there, and nothing is sent to find the way to it.
_AWAY = "192.0.2.1"
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def in_network() -> str:
    """The address of this machine in its network; an empty string where there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect((_AWAY, 9))
        found = str(way.getsockname()[0])
        return "" if found.startswith("127.") or found == EVERYWHERE else found
    return ""


def qr(address: str) -> list[str] | None:
    """The address as rows of half blocks, light on dark; none without the extra `serve`."""
    try:
        import segno
    except ImportError:
        return None
    rows = [list(row) for row in segno.make(address, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return [
        "".join(blocks[bool(above), bool(below)] for above, below in zip(one, other, strict=True))
        for one, other in zip(rows[::2], rows[1::2], strict=True)
    ]
