"""What the games of the truco family share: seats in a ring, tricks, the ladder of raises."""
