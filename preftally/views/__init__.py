"""What people read, as pages: sentences and tables. Knows the engine only."""
