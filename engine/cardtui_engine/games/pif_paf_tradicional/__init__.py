"""Traditional Pif Paf: one lap of raises, groups of up to five, nine or ten cards to go out."""
