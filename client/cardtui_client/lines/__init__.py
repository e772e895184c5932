"""The client as lines of text."""
