"""What looks back on matches and measures bots: arena, lab, records, replay, proofs, programs."""
