"""How bots play the cards of rummy games: what a hand makes, what it lacks, and how to play it."""
