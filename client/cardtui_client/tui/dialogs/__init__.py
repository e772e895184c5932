"""Questions and notices over a screen."""
