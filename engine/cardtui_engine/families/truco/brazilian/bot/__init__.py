"""The bots of Brazilian trucos: what they know and believe, and how they play."""
