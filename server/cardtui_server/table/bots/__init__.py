"""The bots of a table: when they move, talk and give signals. How well they play is the
engine's.
"""
