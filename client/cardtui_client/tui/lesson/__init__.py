"""Lessons on the full screen: which there are, what a hand is about, and the table with a coach."""
