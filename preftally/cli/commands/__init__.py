"""One module for each command: `command`, its `HELP`, its `EXAMPLES`."""
