"""What is beyond a single table: all the tables, the players, the games."""
