"""The client in browsers."""
