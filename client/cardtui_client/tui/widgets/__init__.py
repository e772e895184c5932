"""The widgets that several screens are made of."""
