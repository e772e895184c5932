"""Melds: the search for sets and runs, with and without wild cards."""
