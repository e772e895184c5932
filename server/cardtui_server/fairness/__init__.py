"""Whether a match was fair: commitments, shuffles, packs from a key, the chain, verification."""
