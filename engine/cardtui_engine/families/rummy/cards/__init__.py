"""The cards of a rummy game: hands, stock, discard pile, and how a hand goes out."""
