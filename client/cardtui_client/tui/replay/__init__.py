"""A match that was played, shown again: its film, the controller that winds it, the screen."""
