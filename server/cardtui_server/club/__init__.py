"""The club of a server, as values: what its log holds, and what follows from it."""
