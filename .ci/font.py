"""Make the bundled font anew: `python .ci/font.py FOLDER`, with DejaVu's files in FOLDER.

Two files of DejaVu Sans with the characters that a sheet may hold, and the widths of
all of them, by which the drawing is measured. Needs fontTools (extra `test`); Debian's
package of the originals is fonts-dejavu-core.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent.parent / "preftally" / "formats" / "font"
WEIGHTS = {"regular": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
CHARACTERS = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x192), (0x1A0, 0x1B0), (0x1CD, 0x1DC),
    (0x200, 0x21B), (0x259, 0x259), (0x1E80, 0x1E85), (0x1EA0, 0x1EF9),  # Latin
    (0x2B9, 0x2BD), (0x300, 0x328), (0x386, 0x3CE), (0x400, 0x52F),  # accents, Greek, Cyrillic
    (0x531, 0x58A), (0x5D0, 0x5EA), (0x10D0, 0x10FB),  # Armenian, Hebrew, Georgian
    (0x2010, 0x2027), (0x2030, 0x203A), (0x2044, 0x2044), (0x20A0, 0x20BF), (0x2116, 0x2116),
    (0x2122, 0x2122), (0x2150, 0x215F), (0x2190, 0x2199), (0x2212, 0x2212), (0x221E, 0x221E),
    (0x25A1, 0x25A1), (0x25CF, 0x25CF), (0x2660, 0x2667),
)  # fmt: skip


def main(folder: Path) -> None:
    """Write the fonts and `widths.json`, the characters of each width in one string."""
    wanted = [code for first, last in CHARACTERS for code in range(first, last + 1)]
    widths = {}
    for weight, name in WEIGHTS.items():
        options = subset.Options(layout_features=[], hinting=False, recalc_timestamp=False)
        options.drop_tables += ["GDEF", "GPOS", "GSUB", "kern"]
        font = subset.load_font(str(folder / name), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=wanted)
        subsetter.subset(font)
        font.save(HERE / name)
        widths[weight] = _widths(TTFont(HERE / name))
    text = json.dumps(widths, ensure_ascii=False, indent=0)
    (HERE / "widths.json").write_text(text + "\n", encoding="utf-8")


def _widths(font: TTFont) -> dict[str, str]:
    """The characters by their advance in 2048ths of the size."""
    assert font["head"].unitsPerEm == 2048
    found = defaultdict(str)
    for code, glyph in sorted(font.getBestCmap().items()):
        found[str(font["hmtx"][glyph][0])] += chr(code)
    return dict(sorted(found.items(), key=lambda row: int(row[0])))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
