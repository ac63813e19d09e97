"""What people type, and what is typed for them: contracts, names, the words of an entry."""
