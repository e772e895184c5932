"""How games are shown and told: each game's face, and what games share."""
