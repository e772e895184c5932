"""Tournaments: what they are made with, their logs, standings, and who meets whom. No I/O."""
