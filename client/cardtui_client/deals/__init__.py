"""Deals that are played alone, on a server in this process: by a text, a code, or the day."""
