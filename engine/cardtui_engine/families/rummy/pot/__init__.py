"""Rummy that is played for a pot."""
