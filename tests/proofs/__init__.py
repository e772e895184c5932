"""Proofs by repetition: a server is killed, cut off, pried into and fuzzed, again and again.

Each has a small number of repetitions in `make proofs` and a large one behind a target of its own.
"""
