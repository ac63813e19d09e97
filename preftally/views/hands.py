"""One hand in words: what was played, what it wrote, who deals next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from preftally.engine.model import (
    PRIZES,
    AllPass,
    Amount,
    Column,
    Conceded,
    Contracted,
    Correction,
    Ended,
    Ending,
    Entry,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Player,
    Table,
    is_dealt,
    is_played,
)
from preftally.lang import _
from preftally.notation import manner
from preftally.views import phrases


def sentence(hand: Hand) -> str:
    """What was understood: `S plays 7♠: 5 tricks, down 2; whist: W; pass: E`."""
    text = _said(hand)
    if is_dealt(hand) and hand.dealer is not None:
        text += "; " + _("dealer: {dealer}").format(dealer=hand.dealer)
    if is_played(hand) and hand.times != 1:
        text += f"; {phrases.multiple(hand.times)}"
    return text


def _said(hand: Hand) -> str:
    match hand:
        case Contracted():
            return _contracted(hand)
        case Conceded():
            return _("{declarer} gives up {contract} without three").format(
                declarer=hand.declarer, contract=phrases.contract(hand.contract)
            )
        case Misere():
            outcome = phrases.tricks(hand.tricks) if hand.tricks else _("made")
            return _("{declarer} plays misère: {outcome}").format(
                declarer=hand.declarer, outcome=outcome
            )
        case AllPass():
            taken = ", ".join(f"{player} {tricks}" for player, tricks in hand.taken.items())
            return _("all-pass: {taken}").format(taken=taken)
        case Misdeal():
            return _("misdeal")
        case Correction():
            return _("correction for {player}").format(player=hand.player)
        case Joined():
            return _("{player} joins the table").format(player=hand.player)
        case Left():
            return _("{player} leaves the table").format(player=hand.player)
        case Ended():
            return _("the game ends by agreement")
        case _:
            assert_never(hand)


def _contracted(hand: Contracted) -> str:
    made = _("{declarer} plays {contract}").format(
        declarer=hand.declarer, contract=phrases.contract(hand.contract)
    )
    roles = "; ".join(_roles(hand))
    if hand.tricks is None:
        return f"{made}; {roles}"
    short = hand.contract.level - hand.tricks
    outcome = phrases.tricks(hand.tricks)
    if short > 0:
        outcome += ", " + _("down {n}").format(n=short)
    return f"{made}: {outcome}; {roles}"


def _roles(hand: Contracted) -> Iterable[str]:
    if hand.whist:
        whisters = [
            f"{player} ({hand.taken[player]})" if player in hand.taken else player
            for player in hand.whist
        ]
        yield _("whist: {players}").format(players=phrases.listed(whisters))
    if hand.half:
        yield _("half-whist: {players}").format(players=phrases.listed(hand.half))
    if hand.passed:
        yield _("pass: {players}").format(players=phrases.listed(hand.passed))
    if hand.talon:
        yield _("talon: {cards}").format(cards=hand.talon)


Sums: TypeAlias = dict[tuple[Player, Column, "Player | None"], Amount]


def sums(entries: Iterable[Entry]) -> Sums:
    """What is written into each place of the sheet, each place once."""
    found: Sums = {}
    for entry in entries:
        on = entry.on if entry.column is Column.WHISTS else None
        place = (entry.player, entry.column, on)
        found[place] = found.get(place, 0) + entry.amount
    return found


def writes(entries: Iterable[Entry]) -> str:
    """What was written for whom, in words; the prizes of the end apart."""
    written = list(entries)
    prizes = [entry for entry in written if entry.why.rule in PRIZES]
    parts = [*_writes(entry for entry in written if entry.why.rule not in PRIZES)]
    if prizes:
        parts.append(_("prizes: {writes}").format(writes="; ".join(_writes(prizes))))
    return "; ".join(parts) or _("nothing is written")


def _writes(entries: Iterable[Entry]) -> Iterator[str]:
    for (player, column, on), amount in sums(entries).items():
        where = _("{player}: {column} {amount}") if on is None else _("{player} → {on}: {amount}")
        yield where.format(
            player=player,
            on=on,
            column=phrases.column(column),
            amount=phrases.signed(amount),
        )


def next_deal(table: Table) -> str:
    """Who deals next and, with four, who rests; or that the game is over."""
    if table.ended is not None:
        return _("The game is over: {why}. Settle it with: {settle}").format(
            why=ending(table.ended), settle=manner.command("settle")
        )
    if table.resting:
        return _("Next dealer: {dealer}, who rests.").format(dealer=table.dealer)
    return _("Next dealer: {dealer}.").format(dealer=table.dealer)


def ending(ended: Ending) -> str:
    """Why a game is over."""
    match ended:
        case "pools":
            return _("the pools are full")
        case "first":
            return _("the first has reached the target")
        case "limit":
            return _("all the hands that were agreed are played")
        case "agreement":
            return _("it was ended by agreement, which {undo} takes back").format(
                undo=manner.command("undo")
            )
        case _:
            assert_never(ended)


def floor_warning(hand: Hand, floor: int) -> str:
    """The warning for a contract below the exit's floor."""
    assert isinstance(hand, (Contracted, Conceded))
    return _("{contract} is below {floor}, the lowest contract after these all-passes").format(
        contract=phrases.contract(hand.contract), floor=floor
    )
