"""What each request does to a table: which entries it adds, or why it is refused."""
