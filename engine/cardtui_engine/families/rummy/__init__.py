"""What the rummy games share: melds, stock and discards, contests, and pots."""
