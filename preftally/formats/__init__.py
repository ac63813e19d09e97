"""How an evening, or a page of it, leaves: for a terminal, a program, a chat, a browser."""
