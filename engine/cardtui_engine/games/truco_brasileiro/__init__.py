"""Brazilian truco: four seats, two teams, first to twelve tentos."""
