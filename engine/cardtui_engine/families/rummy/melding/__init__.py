"""Melds: the search for groups and sequences, with and without wild cards."""
