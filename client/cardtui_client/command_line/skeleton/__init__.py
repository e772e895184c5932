"""The game that ``cardtui games new`` writes under a name of yours: high card."""
