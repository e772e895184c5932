"""The bots of a table: what they do, when they move, and when they talk or give signals."""
