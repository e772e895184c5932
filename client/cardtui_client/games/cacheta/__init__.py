"""The face of Cacheta."""
