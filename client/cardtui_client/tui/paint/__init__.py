"""Pure functions that paint scenes on a canvas."""
