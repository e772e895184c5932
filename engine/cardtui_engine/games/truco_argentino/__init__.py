"""Argentinean truco, with flor by choice."""
