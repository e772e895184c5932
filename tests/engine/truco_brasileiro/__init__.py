"""Brazilian truco."""
