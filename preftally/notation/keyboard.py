"""The other keyboard layout: `cth 7g 5 g` is `сер 7п 5 п`, typed without looking."""

from __future__ import annotations

# The same keys, as both layouts have them, with Shift and without.
_LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"
_CYRILLIC = "ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)


def other_layout(line: str) -> str:
    """The line as the same keys would have written it on the other layout.

    Empty where the line has no letters, or those of both alphabets: then it was not
    typed on one layout.
    """
    letters = [one for one in line if one.isalpha()]
    if letters and all(one.isascii() for one in letters):
        return line.translate(_TO_CYRILLIC)
    if letters and all(one in _CYRILLIC for one in letters):
        return line.translate(_TO_LATIN)
    return ""
