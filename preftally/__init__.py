"""preftally: a scorekeeper for Russian Preferans."""

__version__ = "0.1.0"
