"""Pif Paf: bet on nine cards, then race to meld them all."""
