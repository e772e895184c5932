"""Truco Paulista."""
