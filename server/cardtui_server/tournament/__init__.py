"""Tournaments: what one is made with, its log, its standings, and who meets whom next. No I/O."""
