"""What games share: a game is its difference."""
