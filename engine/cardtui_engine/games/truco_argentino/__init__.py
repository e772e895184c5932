"""Truco, Argentinean, without flor: the rules of the sheet, and its bots."""
