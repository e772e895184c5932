"""The terminal client: what a seat or a spectator may see, and how to show it."""
