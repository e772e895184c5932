"""Bots against bots: who plays, how matches are spread over processes, and how it is told."""
