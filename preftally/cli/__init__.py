"""The command line: arguments in, one call, text out, exit status. No rule, no arithmetic."""
