"""Recovery: saves what can be read from a damaged database, bypassing SQLite."""
