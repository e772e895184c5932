"""Rummy games that are played for a pot."""
