"""The lobby of a server: its tables, and the ways to them."""
