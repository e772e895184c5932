"""Matches that were played, shown again."""
