"""Lessons: each game taught in a few hands, with a coach."""
