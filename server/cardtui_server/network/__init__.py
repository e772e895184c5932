"""How a server is reached from other machines: its addresses and its certificate."""
