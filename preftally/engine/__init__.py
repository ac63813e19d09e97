"""The game: pure values and functions. No file, clock, terminal or language.

The data flows in the order of the modules: `model`, `conventions`, `legality`,
`scoring`, `helping`, `replay`, `settlement`.
"""
