"""The face of Cacho."""
