"""The cards of a rummy game: hands, stock, discards, and how a hand goes out."""
