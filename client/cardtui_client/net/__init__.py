"""Reaching a server: calls, streams that come back, and which answers are believed."""
