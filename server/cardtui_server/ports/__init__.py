"""The doors to the world, which tests replace: time, chance, and the store of logs."""
