"""The face of Truco Paulista."""
