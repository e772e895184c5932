"""What a table is, and what may be asked of it: values, and functions without side effects."""
