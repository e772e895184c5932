"""Looks back on matches, and measures bots: arena, lab, records, replay, proofs, bot programs."""
