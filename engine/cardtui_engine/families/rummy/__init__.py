"""What the rummy games share: melds, stock and discard pile, contested claims, and pots."""
