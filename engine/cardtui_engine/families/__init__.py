"""What several games share; a game adds its own rules to it."""
