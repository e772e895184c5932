"""Cacho: bet on one card, then on two, then on three as in poker."""
