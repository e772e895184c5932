"""Servers that this program runs: its own, those opened to others, and the doors beside them."""
