"""Paper sheets at the terminal: read, asked for, written, and what is shown of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import typer

from preftally.cli import output
from preftally.cli.terminal import show_page
from preftally.engine.conventions import Value, differences, override
from preftally.errors import PreftallyError, Refused, WrongUsage
from preftally.evening.begin import FOUR, THREE
from preftally.evening.begin import Begun as NewSession
from preftally.evening.evening import opened
from preftally.lang import _
from preftally.notation import names
from preftally.paper import file, form
from preftally.paper.asking import Asking
from preftally.paper.sheet import Cell, Paper
from preftally.session import header, house, store

# What is written when nobody has named a file.
_FALLBACK = Path("paper.toml")


class Begun(NamedTuple):
    """An empty sheet, and the convention and the rules that its file will name."""

    paper: Paper
    convention: str
    rules: dict[str, Value]


def loaded(path: Path) -> Paper:
    """The sheet in a file; of several errors all but the last are shown here."""
    try:
        return file.load(path)
    except file.Unreadable as error:
        for one in error.errors[:-1]:
            output.show_error(one)
        raise error.errors[-1] from None


def begun(
    players: str,
    convention: str | None,
    pool: int | None,
    rules: list[str],
    hands: Path | None,
    *,
    four: bool,
) -> Begun:
    """An empty sheet, as the options say; what they do not say, a session may."""
    game = opened(hands).session.game if hands is not None else None
    if game is not None and convention is None:
        base = house.convention(game.convention.name)[0]
        own = {key: new for key, (_old, new) in differences(base, game.convention).items()}
    else:
        base, own = house.convention(convention or "sochi")
    agreed = house.differing(base, own | house.settings(rules))
    seated = _seated(players, four=four)
    if game is not None and not players and not four:
        seated = opened(hands).played.table.players
    own_target = None if game is None else game.target
    target = own_target if pool is None else _target(pool)
    bare = Paper(seated, override(base, agreed), {}, target)
    return Begun(form.empty(bare), base.name, agreed)


def _target(pool: int) -> int:
    if pool not in header.POOLS:
        raise WrongUsage(
            _("a pool of {pool}: it must be from 1 to 1000").format(pool=pool),
            _("for example --pool 20"),
        )
    return pool


def _seated(players: str, *, four: bool) -> tuple[str, ...]:
    if not players:
        return FOUR if four else THREE
    seated = names.roster(names.listed(players))
    if four and len(seated) != len(FOUR):
        raise WrongUsage(
            _("--four, and {n} players are named").format(n=len(seated)),
            _("name four, or leave --four out"),
        )
    return seated


def refuse_said(options: Sequence[str], path: Path) -> None:
    """Refuse the options that a paper sheet says itself."""
    for option in options:
        raise WrongUsage(
            _("{option} is said by the paper sheet itself").format(option=option),
            _("leave it out, or mend {path}").format(path=path),
        )


def begin_from(
    session: Path | None,
    path: Path,
    *,
    pool: int | None,
    dealer: str,
    all_passes: int,
    said: list[str],
    force: bool,
    occasion: header.Occasion,
) -> NewSession:
    """Begin a session from a paper sheet."""
    from preftally.evening import begin
    from preftally.paper.opening import opening
    from preftally.session import hands

    paper = loaded(path)
    is_said = pool is not None and paper.target is not None
    refuse_said([*said, *(["--pool"] if is_said else [])], path)
    first = names.find(dealer, paper.players) if dealer else paper.players[0]
    begun = opening(paper, path, paper.target or _target(pool or 20), first, all_passes)
    head = header.text(begun.base, begun.rules, begun.game, occasion)
    blocks = (hands.block(one) for one in begun.records)
    return begin.write(session, "\n".join([head, *blocks]), begun.game, force=force)


def write_form(begun: Begun, path: Path) -> int:
    """Write an empty sheet to fill in, into a new file or to stdout."""
    text = form.text(begun.paper, begun.convention, begun.rules)
    if os.fspath(path) == "-":
        output.draw(text.rstrip("\n"))
        return 0
    _create(path, text)
    output.say(_("{path}: fill it in, then: preftally paper {path}").format(path=path))
    return 0


def _create(path: Path, text: str) -> None:
    """Write a file that was not there."""
    with store.locked(path) as target:
        if os.path.lexists(target):
            raise Refused(
                _("{path} is there already, and is never overwritten").format(path=path),
                _("name another file"),
            )
        store.replace_bytes(target, None, text.encode(), path)


def asked(begun: Begun, save: Path | None) -> Paper:
    """Ask for the figures; in a terminal an interruption saves them."""
    interactive = sys.stdin.isatty()
    read = 0

    def keep(name: str, paper: Paper) -> None:
        path = Path(name) if name else _free()
        _keep(begun, paper, frozenset(asking.answers), path)

    def line(prompt: str) -> str | None:
        nonlocal read
        read += 1
        if not interactive:
            return sys.stdin.readline().removeprefix("\ufeff") or None
        try:
            return input(prompt)
        except EOFError:
            output.say("")
            return None

    def wrong(error: PreftallyError) -> None:
        output.show_error(error)
        if not interactive:
            # What follows was written for the cells after this one.
            output.aside(_("Stopped at line {n} of the input.").format(n=read))
            raise typer.Exit(error.status)

    asking = Asking(begun.paper, line, keep, output.say, wrong)
    if interactive:
        output.say(_("The figures of {players}; ? helps, back goes back.").format(
            players=", ".join(begun.paper.players)))  # fmt: skip
    try:
        paper = asking.run()
        if interactive and save is None:
            name = (line(_("Save to a file? Its name, or Enter for none> ")) or "").strip()
            save = Path(name) if name else None
    except (KeyboardInterrupt, WrongUsage):
        if interactive and asking.answers:
            output.aside("")
            keep("" if save is None else os.fspath(save), asking.answered)
        raise
    if save is not None:
        _keep(begun, paper, None, save)
    return paper


def _keep(begun: Begun, paper: Paper, answered: frozenset[Cell] | None, path: Path) -> None:
    _create(path, form.text(paper, begun.convention, begun.rules, answered))
    output.aside(_("Saved: {path}. Go on with: preftally paper {path}").format(path=path))


def _free() -> Path:
    """A name that no file has."""
    number, path = 1, _FALLBACK
    while os.path.lexists(path):
        path = _FALLBACK.with_stem(f"{_FALLBACK.stem}.{number}")
        number += 1
    return path


def show(
    paper: Paper, hands: Path | None, stake: Fraction | None, stake_text: str, *, as_json: bool
) -> int:
    """The settlement with the findings, or the comparison; gives the exit status."""
    if hands is not None:
        return _show_comparison(paper, hands, stake, stake_text, as_json=as_json)
    from preftally.paper.soundness import findings

    found = findings(paper)
    if as_json:
        from preftally.paper import data

        output.show_json(data.settlement(paper, found, stake, stake_text))
    else:
        from preftally.paper import page
        from preftally.views import settling

        sheet, convention = paper.sheet, paper.convention
        show_page(settling.page(sheet, convention, stake, provisional=paper.provisional))
        show_page(page.judged(paper, found))
    return Refused.status if found else 0


def _show_comparison(
    paper: Paper, hands: Path, stake: Fraction | None, stake_text: str, *, as_json: bool
) -> int:
    evening = opened(hands)
    evening.check()
    from preftally.paper.against import compared

    found = compared(paper, evening.played)
    if as_json:
        from preftally.paper import data

        output.show_json(data.comparison(found, stake, stake_text))
    else:
        from preftally.paper import page

        show_page(page.comparison(found, stake))
    return 0 if found.agrees else Refused.status
