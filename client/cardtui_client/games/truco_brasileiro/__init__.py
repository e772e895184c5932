"""The face of Truco Brasileiro."""
