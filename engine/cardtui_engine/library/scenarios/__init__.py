"""Scenarios: positions and scripts as data, read and played."""
