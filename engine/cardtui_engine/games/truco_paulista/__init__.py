"""Truco Paulista: a card turned up says which rank is above all others."""
