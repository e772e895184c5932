"""What is beyond one table: the tables that there are, the players, the games."""
