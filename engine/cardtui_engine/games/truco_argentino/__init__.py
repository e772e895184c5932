"""Argentinean truco, without flor."""
