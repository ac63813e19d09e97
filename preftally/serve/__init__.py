"""The page of a session, live for those at the table: read-only, and no file but that page."""
