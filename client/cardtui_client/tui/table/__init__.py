"""The table: where a seat plays and a spectator watches."""
