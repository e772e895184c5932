"""The face of Pif Paf."""
