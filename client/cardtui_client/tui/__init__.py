"""The client as screens that fill the terminal."""
