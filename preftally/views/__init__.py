"""What people and programs read: sentences, tables, JSON. Knows the engine only."""
