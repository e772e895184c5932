"""The games of cardtui as environments of PettingZoo and OpenSpiel, and as rows of numbers.

Each module needs packages that the extra `research` brings; this one imports none of them.
"""
