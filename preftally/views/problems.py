"""Why a hand cannot be, in a sentence, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable

from preftally.engine.legality import TALON_CARDS, Fault, Problem
from preftally.engine.model import Column
from preftally.lang import _
from preftally.views import phrases


def sentence(problem: Problem) -> str:
    """What is wrong."""
    text = _SENTENCES[problem.fault]()
    return text.format(player=problem.player, number=problem.number, other=problem.other,
                       column=_column(problem))  # fmt: skip


def hint(problem: Problem) -> str:
    """What to do about it; empty where the sentence says it."""
    text = _HINTS.get(problem.fault)
    if problem.fault is Fault.TRICKS_UNNAMED and problem.other > 1:
        return _("say it with each name: {player}=…").format(player=problem.player)
    return (
        text().format(player=problem.player, number=problem.number, other=problem.other)
        if text
        else ""
    )


def _column(problem: Problem) -> str:
    if problem.fault is Fault.BELOW_ZERO:
        return phrases.column(Column(problem.key))
    return ""


# Functions, since the language is chosen after this module is loaded.
_SENTENCES: dict[Fault, Callable[[], str]] = {
    Fault.GAME_OVER: lambda: _("the game is over"),
    Fault.STRANGER: lambda: _("{player} is not at the table"),
    Fault.AFTER_LIMIT: lambda: _("settle it with: preftally settle"),
    Fault.AFTER_END: lambda: _("to go on with it, take the end back: preftally undo"),
    Fault.SEALED: lambda: _("take the last entry back with undo, or put it in before with insert"),
    Fault.CONCEDED_OFF: lambda: _("play it out, and record the tricks"),
    Fault.DEALER_BESIDE_WHIST: lambda: _("leave out the one who did not whist"),
    Fault.RESTS: lambda: _("{player} deals this hand and rests"),
    Fault.DECLARER_DEFENDS: lambda: _("{player} declares, and cannot defend as well"),
    Fault.TWO_ROLES: lambda: _("{player} is named twice"),
    Fault.NO_ROLE: lambda: _("{player} neither whists nor passes"),
    Fault.LEVEL: lambda: _("a contract is six to ten tricks, not {number}"),
    Fault.TRICKS_RANGE: lambda: _("{number} tricks: there are ten in a hand"),
    Fault.TRICKS_MISSING: lambda: _("how many tricks did {player} take?"),
    Fault.TRICKS_SUM: lambda: _("the tricks add up to {number}, and there are ten"),
    Fault.TRICKS_UNNAMED: lambda: _("how many tricks did {player} take?"),
    Fault.TRICKS_UNPLAYED: lambda: _(
        "nobody whisted, so no cards were played: the tricks cannot be {number}"
    ),
    Fault.TAKEN_BY_OTHER: lambda: _(
        "{player} did not whist, and only whisters are named with tricks"
    ),
    Fault.HALF_OFF: lambda: _("this table plays without half-whists"),
    Fault.HALF_LEVEL: lambda: _("a half-whist can be taken on six and seven only"),
    Fault.HALF_BESIDE_WHIST: lambda: _("{player} cannot take a half-whist when the other whists"),
    Fault.DEALER_BESIDE_WHIST: lambda: _(
        "{player} rests, and may whist only where neither defender does"
    ),
    Fault.HALF_TWICE: lambda: _("only one defender can take a half-whist"),
    Fault.STALINGRAD: lambda: _("six spades must be whisted by both (Stalingrad), by {player} too"),
    Fault.DEALER_TRICKS: lambda: _("{player} rests, and the talon takes no tricks here"),
    Fault.TALON_TRICKS: lambda: _(
        "{player} rests: the talon's {other} cards cannot take {number} tricks"
    ),
    Fault.TALON_OFF: lambda: _("this table plays without the talon bonus"),
    Fault.TALON_NO_DEALER: lambda: _("only a resting dealer writes the talon bonus"),
    Fault.TALON_CARDS: lambda: _("{player} is not a talon that earns a bonus"),
    Fault.NOTHING_WRITTEN: lambda: _("the correction for {player} writes nothing"),
    Fault.WHISTS_ON_NOBODY: lambda: _("on whom does {player} write the whists?"),
    Fault.WHISTS_ON_SELF: lambda: _("{player} cannot write whists on himself"),
    Fault.BELOW_ZERO: lambda: _("{player} has {number} there ({column}): {other} is too much"),
    Fault.SEATED: lambda: _("{player} is at the table already"),
    Fault.TABLE_FULL: lambda: _("four are at the table: there is no seat for {player}"),
    Fault.TABLE_SHORT: lambda: _("three are at the table: {player} cannot leave before the end"),
    Fault.CONCEDED_OFF: lambda: _("at this table no contract can be given up"),
    Fault.TIMES_RANGE: lambda: _("a hand counts 1 to 16 times, not {number}"),
    Fault.SEALED: lambda: _("the game is over for good: nothing can be corrected after it"),
    Fault.AFTER_LIMIT: lambda: _("the game is over: all the hands that were agreed are played"),
    Fault.AFTER_END: lambda: _("the game is over: it was ended by agreement"),
}

_HINTS: dict[Fault, Callable[[], str]] = {
    Fault.GAME_OVER: lambda: _("settle it with: preftally settle"),
    Fault.AFTER_LIMIT: lambda: _("settle it with: preftally settle"),
    Fault.AFTER_END: lambda: _("to go on with it, take the end back: preftally undo"),
    Fault.SEALED: lambda: _("take the last entry back with undo, or put it in before with insert"),
    Fault.CONCEDED_OFF: lambda: _("play it out, and record the tricks"),
    Fault.DEALER_BESIDE_WHIST: lambda: _("leave out the one who did not whist"),
    Fault.RESTS: lambda: _("if another dealt, name him: --dealer PLAYER"),
    Fault.NO_ROLE: lambda: _("add --whist {player} or --pass {player}"),
    Fault.TWO_ROLES: lambda: _("name each defender once: --whist, --pass or --half"),
    Fault.TRICKS_MISSING: lambda: _("put them after the contract"),
    Fault.TRICKS_UNNAMED: lambda: _("say it with his name: {player}={number}"),
    Fault.TRICKS_SUM: lambda: _("count them again"),
    Fault.TRICKS_RANGE: lambda: _("tricks are 0 to 10"),
    Fault.TRICKS_UNPLAYED: lambda: _("leave the tricks out, or name who whisted: --whist PLAYER"),
    Fault.TAKEN_BY_OTHER: lambda: _("leave his number out"),
    Fault.HALF_BESIDE_WHIST: lambda: _("name him as --whist or --pass"),
    Fault.HALF_LEVEL: lambda: _("name {player} as --whist or --pass"),
    Fault.HALF_OFF: lambda: _("name {player} as --whist or --pass"),
    Fault.STALINGRAD: lambda: _("say --whist {player}"),
    Fault.NOTHING_WRITTEN: lambda: _("give --pool, --mountain, or --whists with --on"),
    Fault.WHISTS_ON_NOBODY: lambda: _("add --on and a name"),
    Fault.TALON_CARDS: lambda: _("one of: {words}").replace("{words}", ", ".join(TALON_CARDS)),
    Fault.TABLE_SHORT: lambda: _("settle with: preftally settle"),
}
