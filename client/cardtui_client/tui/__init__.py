"""The client that fills the screen."""
