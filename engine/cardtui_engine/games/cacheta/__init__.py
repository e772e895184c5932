"""Cacheta: rummy with wild cards and points to lose."""
