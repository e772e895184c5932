"""The face of traditional Pif Paf."""
