"""The session file: find it, read it, write it, and change its text."""
