"""Which requests to a table are granted, with the entries that they add, and which are refused."""
