"""Forms: a new table, a quick match, and their fields."""
