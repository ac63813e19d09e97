"""The one table of words: what commands, kinds of entry, suits and roles are called.

Each has its words in English and in Russian, the first of each the one that is
shown. The prompt, the command line, help, `?`, hints and completion all read this
table; a word is in it once for each place that it may stand in (a test holds it).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from preftally.engine.model import Suit
from preftally.lang import current


class Word(NamedTuple):
    """What one thing is called, in both languages; `signs` belong to neither."""

    english: tuple[str, ...]
    russian: tuple[str, ...]
    signs: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every word for it."""
        return self.english + self.russian + self.signs

    def shown(self, language: str = "") -> str:
        """The word that is shown in a language, by default the reader's."""
        return (self.russian if (language or current()) == "ru" else self.english)[0]


def _word(english: str, russian: str, signs: str = "") -> Word:
    return Word(tuple(english.split()), tuple(russian.split()), tuple(signs.split()))


# The commands, in the order of an evening.
COMMANDS: Final[Mapping[str, Word]] = {
    "new": _word("new", "новая начать начни новый"),
    "play": _word("play", "игра играть"),
    "hand": _word("hand", "сдача запись запиши записать"),
    "adjust": _word("adjust", "правка поправка поправь штраф"),
    "undo": _word("undo back", "отмена назад откат отмени отменить откати"),
    "redo": _word("redo", "верни возврат вперёд вернуть"),
    "sheet": _word("sheet score", "лист пулька счёт таблица"),
    "log": _word("log history", "лог записи журнал протокол история"),
    "explain": _word("explain why", "почему объясни объяснить"),
    "settle": _word("settle result", "расчёт итог итоги рассчитай рассчитать расплата"),
    "report": _word("report", "отчёт"),
    "serve": _word("serve", "табло"),
    "edit": _word("edit change", "правь исправь измени исправить изменить править"),
    "insert": _word("insert", "вставь впиши вставить вписать"),
    "drop": _word("drop delete remove", "убери удали вычеркни убрать удалить вычеркнуть"),
    "rename": _word("rename", "переименуй переименовать"),
    "check": _word("check", "проверь проверка проверить"),
    "join": _word("join joins", "сел села садится подсел подсела"),
    "leave": _word("leave leaves", "ушёл ушла уходит вышел вышла"),
    "end": _word("end finish", "конец завершить заверши закончить закончили"),
    "conventions": _word("conventions", "конвенции конвенция"),
    "rules": _word("rules", "правила"),
    "compare": _word("compare", "сравни сравнить сравнение"),
    "paper": _word("paper", "бумага"),
    "stats": _word("stats", "статистика стата"),
    "schema": _word("schema", "схема"),
}
# What only the prompt knows.
QUIT: Final = _word("quit exit q bye", "выход хватит выйти")
HELP: Final = _word("help", "помощь справка помоги", "?")

KINDS: Final[Mapping[str, Word]] = {
    "misere": _word("misere misère mizer miser", "мизер мизера мизерит"),
    "pass": _word("pass all-pass allpass raspasy", "распасы распас пасы пас"),
    "misdeal": _word("misdeal redeal", "пересдача пересдали"),
}
# The first words of entries that are no hands, or the verbs after a name: commands as well.
NO_HANDS: Final = ("adjust", "join", "leave", "end")

SUITS: Final[Mapping[Suit, Word]] = {
    Suit.SPADES: _word("S spade spades", "п пик пики пика", "♠ ♤"),
    Suit.CLUBS: _word("C club clubs", "т треф трефы трефа крести крестей крестов", "♣ ♧"),
    Suit.DIAMONDS: _word("D diamond diamonds", "б бубен бубны бубна буби бубей", "♦ ♢"),
    Suit.HEARTS: _word("H heart hearts", "ч черв черви червы червей черва червей", "♥ ♡"),
    Suit.NO_TRUMP: Word(
        ("NT", "N", "notrump", "notrumps", "no-trump", "no trump", "no trumps"),
        ("бк", "б/к", "бескозырка", "бескозырная", "безкозырка", "бескозырь",
         "без козыря", "без козырей", "без козырки"),
    ),
}  # fmt: skip

# What stands before a value in the words of an entry; the options have the first English names.
ROLES: Final[Mapping[str, Word]] = {
    "by": _word("by plays declares declarer", "играет играл играла разыгрывает"),
    "whist": _word("whist whisted", "вист вистует вистуют вистовал вистовала вистовали"),
    "passed": _word("pass passes passed", "пас пасует пасуют пасовал пасовали спасовал спасовала"),
    "half": _word("half half-whist halfwhist", "полвиста полвист пол-виста"),
    "dealer": _word("dealer deals dealt", "сдаёт сдающий сдавал сдавала"),
    "talon": _word("talon", "прикуп"),
    "note": _word("note", "заметка примечание"),
    "pool": _word("pool", "пуля пулю"),
    "mountain": _word("mountain", "гора гору"),
    "whists": _word("whists", "висты"),
    "on": _word("on", "на"),
    "concede": _word("concede conceded concedes", "отдаёт отдал отдала отдано отдаю"),
    "times": _word("times", "кратно"),
}
# Coefficients that have a word of their own.
MULTIPLES: Final[Mapping[int, Word]] = {
    2: _word("doubled double twofold", "вдвое вдвойне"),
    3: _word("tripled triple threefold", "втрое втройне"),
    4: _word("quadrupled quadruple fourfold", "вчетверо"),
}


# The verbs among them, which may stand behind their names as well: `W whists, E passes`.
VERBS: Final = _word(
    "plays declares whists whisted passes passed",
    "играет играл играла разыгрывает вистует вистуют вистовал вистовала вистовали "
    "пасует пасуют пасовал пасовали спасовал спасовала",
)
# Those of several people, which take all the names before them.
PLURALS: Final = _word("", "вистуют вистовали пасуют пасовали")
# Both defenders at once: `все пас`.
EVERYBODY: Final = _word("both all everybody", "все оба обе")
# What comes before the undertricks, and an outcome that is a number.
DOWN: Final = _word("down without", "без")
MADE: Final = _word("made", "сыгран сыграл сыграла сыграно")
AND: Final = _word("and", "и")
# What a sentence has and a hand does not need.
FILLERS: Final = _word(
    "trick tricks takes took taken table the up to",
    "взятка взятки взяток взятку взял взяла взяли взято стол стола за из-за игру",
)
# Two words that give a contract up where neither does alone.
TWO_WORDS: Final = frozenset({"gives up", "gave up", "given up"})
NUMBERS: Final[tuple[Word, ...]] = (
    _word("zero none nought", "ноль нуля"),
    _word("one", "один одна одну одной одного"),
    _word("two", "два две двух"),
    _word("three", "три трёх"),
    _word("four", "четыре четырёх"),
    _word("five", "пять пяти"),
    _word("six", "шесть шести шестерная шестерную шестерик"),
    _word("seven", "семь семи семерная семерную семерик"),
    _word("eight", "восемь восьми восьмерная восьмерную восьмерик"),
    _word("nine", "девять девяти девятерная девятерную девятерик"),
    _word("ten", "десять десяти десятерная десятерную"),
)


def folded(word: str) -> str:
    """What the spellings of a word have in common: case, Unicode form, `ё` for `е`."""
    return unicodedata.normalize("NFC", word.strip().casefold()).replace("ё", "е")


def _by_word(table: Mapping[str, Word]) -> dict[str, str]:
    return {folded(one): meaning for meaning, word in table.items() for one in word.all}


_COMMANDS = _by_word(COMMANDS)
_KINDS = _by_word(KINDS)
_ROLES = _by_word(ROLES)
_SUITS = {folded(one): suit for suit, word in SUITS.items() for one in word.all}
_QUIT = frozenset(map(folded, QUIT.all))
_HELP = frozenset(map(folded, HELP.all))


_NUMBERS = {folded(one): number for number, word in enumerate(NUMBERS) for one in word.all}
_SMALL = {
    folded(one): what
    for what, word in (("and", AND), ("down", DOWN), ("made", MADE), ("", FILLERS))
    for one in word.all
}
_MULTIPLES = {folded(one): times for times, word in MULTIPLES.items() for one in word.all}
_VERBS = frozenset(map(folded, VERBS.all))
_EVERYBODY = frozenset(map(folded, EVERYBODY.all))
_PLURALS = frozenset(map(folded, PLURALS.all))
# Version 0.1 read these as what they say, also where a player has that name.
_FIRST = frozenset(
    _word(
        "by whist pass half dealer talon note pool mountain whists on concede",
        "играет вист вистует пас пасует полвиста сдает прикуп заметка пуля гора висты на отдает",
    ).all
)


def command(word: str) -> str:
    """The command that a word calls, or an empty string."""
    return _COMMANDS.get(folded(word), "")


def kind(word: str) -> str:
    """The kind of hand without a suit that a word names, or an empty string."""
    return _KINDS.get(folded(word), "")


def no_hand(word: str) -> str:
    """The kind of entry that is no hand, by its word; else an empty string."""
    found = command(word)
    return found if found in NO_HANDS else ""


def role(word: str) -> str:
    """What a word of an entry says of the value after it, or an empty string."""
    return _ROLES.get(folded(word), "")


def is_verb(word: str) -> bool:
    """Whether a word may stand behind the name that it is about."""
    return folded(word) in _VERBS


def is_plural(word: str) -> bool:
    """Whether a word is about several people."""
    return folded(word) in _PLURALS


def is_everybody(word: str) -> bool:
    """Whether a word names both defenders."""
    return folded(word) in _EVERYBODY


def is_first(word: str) -> bool:
    """Whether version 0.1 had this word of an entry."""
    return folded(word) in _FIRST


def small(word: str) -> str | None:
    """`and`, `down`, `made`, an empty string for a word that says nothing, else `None`."""
    return _SMALL.get(folded(word))


def number(word: str) -> int | None:
    """A number up to ten by its word."""
    return _NUMBERS.get(folded(word))


def multiple(word: str) -> int | None:
    """A coefficient by its word: 2 for `doubled`."""
    return _MULTIPLES.get(folded(word))


def suit(word: str) -> Suit | None:
    """The suit that a word, or two, name."""
    return _SUITS.get(re.sub(r"\s+", " ", folded(word)))


def quits(word: str) -> bool:
    """Whether a word leaves the prompt."""
    return folded(word) in _QUIT


def helps(word: str) -> bool:
    """Whether a word asks for help at the prompt."""
    return folded(word) in _HELP


def taken(word: str) -> bool:
    """Whether a word says something by itself, so that a player cannot be called so."""
    if command(word) or kind(word) or role(word) or quits(word) or helps(word):
        return True
    if multiple(word):
        return True
    return bool(small(word.rstrip("0123456789"))) or number(word) is not None


def every(*tables: Mapping[str, Word]) -> Iterable[str]:
    """All the words of some tables, the reader's own first."""
    first = "russian" if current() == "ru" else "english"
    for table in tables:
        for word in table.values():
            yield from getattr(word, first)
    for table in tables:
        for word in table.values():
            yield from (one for one in word.all if one not in getattr(word, first))
