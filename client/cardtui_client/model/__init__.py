"""What is known of a table: a model that folds what the server sends, without a screen."""
