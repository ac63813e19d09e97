"""The session file: find it, read it, write it; words and hands into each other."""
