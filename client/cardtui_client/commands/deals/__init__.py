"""Deals played alone: from a position of a match, or the packs that friends share by a text."""
