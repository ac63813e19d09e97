"""Characters that cannot be told apart: Cyrillic С and Latin C, O and 0, e and e.

The table is derived, by `.ci/lookalikes.py`, from `confusables.txt` of Unicode's
Technical Standard 39 (as the package `confusable-homoglyphs` 3.3.1 ships it): the letters
of the Latin, Cyrillic and Greek alphabets, digits, hyphens and apostrophes, one row for
each look.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from preftally.lang import _

ROWS = """
    '`´ʹʻʼʽʾˈˊˋ˴ʹ΄՚՝᾽᾿`´῾‘’‛′‵ꞌ＇｀ -˗‐‑‒–⁃−﹘ 0OΟО 1IlƖǀΙІӀ 2ƧꙄꝚ 3ƷȜЗӠꝪꞫ 5Ƽ 6б 8Ȣȣ
    9Ꝯ AΑА BΒВꞴ CС EΕЕ FϜꞘ GԌ HΗН JͿЈꞲ KΚК MΜϺМ NΝ PΡР RƦ SЅ TΤТ VѴ WԜ XΧХꞳ YΥУҮ
    ZΖ aɑαа bƄЬ cсᴄ dԁ eеҽꬲ fẝꞙꬵ gƍɡᶃ hһ iıɩɪιіӏꙇ jϳј oοσоᴏᴑꬽ pρр qԛ rгᴦꭇꭈ sƽѕꜱ
    uʋυᴜꞟꭎꭒ vνѵᴠ wɯѡԝᴡ xх yɣʏγуүᶌỿꭚ zᴢ ÞϷ ßβꞵ þƿϸ ĸκкᴋ ƅь ƆϽ ƏӘ ƐԐ ƨᴤꙅ ƩΣ ǝəә ǶԊ
    ȝʒӡꝫ Ɂʔ ɅΛЛ ɋᶐ ɔͻᴐↄ ɛεєԑꞓ ɜзᴈ ɢԍ ɸφф ʃꭍ ʌᴧ ʍмᴍ ʘꙨ ʙв ʚꞝ ʜн ͰⱵ ͶИ ͷиᴎ ͽꜿ ΓГ ΠП
    ΦФ ΨѰ δẟ πпᴨ ςϛ τтᴛ χꭓꭕ ψѱ ωꙍꞷ ϿꜾ ЄꞒ лᴫ яᴙ љꭠ ҶӋ ҷӌ ᴘᴩ ꙌꞶ ꜧꞕ Ꝺꝺ
"""
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")


@cache
def _table() -> dict[int, str]:
    return {ord(one): row[0] for row in ROWS.split() for one in row}


def skeleton(text: str) -> str:
    """What two texts have in common that look the same, as they are written."""
    apart = unicodedata.normalize("NFKD", text.translate(_table()))
    return unicodedata.normalize("NFC", apart.translate(_table()))


def alphabet(letter: str) -> str:
    """One of `ALPHABETS`, or an empty string for all that is no letter of theirs."""
    if letter.isascii():
        return "LATIN" if letter.isalpha() else ""
    word = unicodedata.name(letter, "").partition(" ")[0]
    return word if word in ALPHABETS and unicodedata.category(letter).startswith("L") else ""


def with_alphabet(letter: str) -> str:
    """A letter with its alphabet, since the Cyrillic and the Latin ones look alike."""
    kinds = {"LATIN": _("Latin"), "CYRILLIC": _("Cyrillic"), "GREEK": _("Greek")}
    kind = _("digit") if letter.isdecimal() else kinds.get(alphabet(letter), "")
    return f"{letter} ({kind})" if kind else letter


def mixed(text: str) -> tuple[str, str] | None:
    """The first two letters of one word that are of different alphabets, if there are any.

    The odd one, of the alphabet that has the fewer letters in the word, comes first.
    """
    for word in _words(unicodedata.normalize("NFKC", text)):
        kinds = [kind for kind in map(alphabet, word) if kind]
        if len(set(kinds)) > 1:
            odd = min(dict.fromkeys(kinds), key=kinds.count)
            return (
                next(one for one in word if alphabet(one) == odd),
                next(one for one in word if alphabet(one) not in (odd, "")),
            )
    return None


def _words(text: str) -> list[str]:
    """Stretches of letters, digits and the marks on them."""
    return "".join(
        one if one.isalnum() or unicodedata.category(one).startswith("M") else " " for one in text
    ).split()
