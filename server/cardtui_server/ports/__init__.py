"""The doors to the world that tests hand in others of: time, chance, and where logs are kept."""
