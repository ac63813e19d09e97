"""The game: pure values and functions. No file, clock, terminal or language.

The data flows in the order of the modules: `model`, `conventions`, `legality`,
`scoring`, `helping`, `replay`, `settlement`.

Docstrings name the section of the rules page that a rule comes from: 1 the table of
values, 2 a played contract, 3 misère, 4 all-pass, 5 pool, help and the end, 6
settlement, 7 four players and dealing, 8 the built-in conventions. The page is
worked out, case by case, in `tests/scenarios`.
"""
