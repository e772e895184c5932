"""The model folds frames by the delta rule, and asks for a snapshot when one is missing."""
