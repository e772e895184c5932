"""The pure half of a table: its state, its log’s entries, what requests add, what each may see."""
