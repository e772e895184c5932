"""Cacho: one card, bet; two cards, bet; three cards, bet as in poker."""
