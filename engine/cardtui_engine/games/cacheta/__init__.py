"""Cacheta: rummy with wild cards, played for points that the losers lose."""
