"""What `?` says at the prompt: the words of this table, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from preftally.cli import output
from preftally.cli.group import first_sentence
from preftally.engine.legality import problems
from preftally.engine.model import (
    AllPass,
    Conceded,
    Contract,
    Contracted,
    Correction,
    Hand,
    Joined,
    Left,
    Misdeal,
    Misere,
    Suit,
    Table,
)
from preftally.engine.replay import Replay
from preftally.lang import _
from preftally.notation import manner, names, spelling, words
from preftally.views import hands

# A line and what it means stand side by side where there is room for both.
_SIDE_BY_SIDE = 72


def lines(played: Replay, commands: Sequence[str], elsewhere: Sequence[str]) -> Iterator[str]:
    """Examples of this table's entries, then the commands with their words."""
    yield _("Entries: the declarer, the contract, his tricks, who whisted; the others passed.")
    said = [(typed(hand, played.table), hands.sentence(hand)) for hand in examples(played)]
    yield from _beside(said)
    yield _("{roles}: with the name behind or before.").format(roles=", ".join(_roles()))
    yield _("A note comes last: {note} …").format(note=words.ROLES["note"].shown())
    yield _("Commands:")
    here = [name for name in commands if name not in (*elsewhere, "hand", *words.NO_HANDS)]
    rows = [(_called(name), first_sentence(name)) for name in here]
    yield from _beside([*rows, (_called("quit"), _("Leave. Everything is in the file already."))])


def _roles() -> Iterator[str]:
    for role in ("whist", "passed", "half", "by", "dealer"):
        yield words.ROLES[role].shown()


def _called(name: str) -> str:
    word = words.QUIT if name == "quit" else words.COMMANDS[name]
    own = word.russian if word.shown() == word.russian[0] else word.english
    return ", ".join(own[:3] if own is word.english else (*own[:3], word.english[0]))


def examples(played: Replay) -> Iterator[Hand]:
    """An entry of each kind that this table can have now."""
    table, convention = played.table, played.game.convention
    one, other, third = table.active
    seven, diamonds = Contract(7, Suit.SPADES), Contract(6, Suit.DIAMONDS)
    nobody, both = Contract(6, Suit.CLUBS), {one: 2, third: 1}
    for hand in (
        Contracted(seven, one, 5, whist=(other,), passed=(third,)),
        Contracted(diamonds, other, 7, whist=(one, third), taken=both),
        Contracted(nobody, third, passed=(one, other)),
        Contracted(Contract(7, Suit.HEARTS), one, half=(other,), passed=(third,)),
        Misere(other, 2),
        AllPass({one: 1, other: 5, third: 4}),
        Conceded(Contract(8, Suit.NO_TRUMP), third),
        Misdeal(),
        Correction(one, mountain=2),
        Joined(_("Gleb")) if len(table.players) < 4 else Left(one),
    ):
        if not problems(hand, table, convention):
            yield hand


def typed(hand: Hand, table: Table) -> str:
    """The words of an entry with names as short as they may be."""
    said = list(spelling.short(hand))
    for number, word in enumerate(said):
        player, equals, tricks = word.rpartition("=")
        if word in table.players:
            said[number] = names.shortest(word, table.players)
        elif equals and player in table.players:
            said[number] = names.shortest(player, table.players) + tricks
    return " ".join(map(manner.quoted, said))


def _beside(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Two columns, or where they have no room the second below the first."""
    left = max(map(output.cells, (one for one, _other in rows)))
    if output.width() < _SIDE_BY_SIDE:
        for one, other in rows:
            yield f"  {one}"
            yield f"      {other}"
        return
    for one, other in rows:
        yield f"  {one}{' ' * (left - output.cells(one))}  {other}"
