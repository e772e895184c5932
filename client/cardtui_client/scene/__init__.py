"""What there is to see at a table, as plain values that painting is given."""
