"""`preftally serve`: the page for those at the table, live and read-only."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from preftally.cli import output
from preftally.cli.numbers import positive
from preftally.cli.options import SessionOption, StakeOption
from preftally.cli.stake import agreed
from preftally.errors import Refused, WrongUsage
from preftally.evening.evening import opened
from preftally.lang import _

if TYPE_CHECKING:
    from preftally.evening.evening import Evening
    from preftally.serve.server import Server
    from preftally.views.report import Report

HELP = _(
    "Show the page of the evening, live, to who has its address. It can be read and nothing "
    "else; it follows the session by itself. Ctrl-C ends it."
)
EXAMPLES = ("preftally serve", "preftally serve --lan --port 8320")
PORTS = 65535


def command(
    lan: Annotated[
        bool, typer.Option("--lan", help=_("Open it to the network: for the phones at the table."))
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", metavar="N", parser=positive, show_default=False,
            help=_("The port; else one that is free."),
        ),
    ] = None,
    stake: StakeOption = None,
    session: SessionOption = None,
) -> None:  # fmt: skip
    """Serve until it is interrupted; a session that cannot be read at all is refused."""
    if port is not None and port > PORTS:
        raise WrongUsage(_("--port: the highest is {n}").format(n=PORTS), _("leave it out"))
    server = _server(session, stake, lan=lan, port=port or 0)
    try:
        _invite(server, lan=lan)
        threading.Thread(target=server.feed.follow, daemon=True).start()
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        output.aside("")
        output.aside(_("Ended; nobody sees the page any more."))
    finally:
        server.end()


def _server(session: Path | None, stake: str | None, *, lan: bool, port: int) -> Server:
    from preftally.evening.telling import told
    from preftally.serve import address
    from preftally.serve.feed import Feed
    from preftally.serve.server import Server
    from preftally.serve.shown import Session

    evening = opened(session)

    def shown(now: Evening) -> Report:
        return told(now, *agreed(stake, now.session.occasion.stake))

    feed = Feed(Session(evening.session.path, shown, evening))
    try:
        return Server(address.EVERYWHERE if lan else address.LOOPBACK, port, feed)
    except OSError as error:
        raise Refused(
            _("port {port} cannot be opened: {reason}").format(port=port, reason=error.strerror),
            _("name another with --port, or leave it out"),
        ) from None


def _invite(server: Server, *, lan: bool) -> None:
    """Say where the page is; at once, whoever reads it."""
    from preftally.serve import address

    def at(host: str) -> str:
        return f"http://{host}:{server.port}/{server.token}/"

    found = address.in_network() if lan else ""
    output.say(at(found or address.LOOPBACK))
    if found:
        _picture(at(found))
        output.aside(_("Whoever is in this network and has the address can read the page."))
    elif lan:
        output.aside(_("This machine is in no network: the page is for this machine only."))
    output.aside(_("The page follows the game. Ctrl-C ends it."))
    sys.stdout.flush()


def _picture(where: str) -> None:
    from preftally.serve import address

    rows = address.qr(where)
    if rows is None:
        output.aside(_("For a QR code of it: pip install 'preftally[serve]'"))
    elif output.shows("█▀▄", sys.stdout):
        # Dark on light wherever the terminal takes colours: so every phone reads it.
        coloured = sys.stdout.isatty() and not output.is_plain()
        output.draw("\n".join(f"\x1b[97;40m{row}\x1b[0m" if coloured else row for row in rows))
