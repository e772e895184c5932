"""How strong players are, and what they have won and lost, from the results of matches."""
