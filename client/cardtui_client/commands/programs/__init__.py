"""Programs that play: how they are run, and how they are asked what to do."""
