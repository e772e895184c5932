"""What games for chips share: the verbs of the betting, and how they are told."""
