"""The paper sheet: read it, settle it, check it in itself and against the hands."""
