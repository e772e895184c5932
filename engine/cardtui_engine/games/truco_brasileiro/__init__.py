"""Truco, Brazilian: four seats, two partnerships, first to twelve tentos."""
