"""The face that the rummy games share."""
