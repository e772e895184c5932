"""Pif Paf, traditional: one lap of raises, groups up to five, nine or ten to go out."""
