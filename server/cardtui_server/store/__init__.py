"""The stores of logs, and what mends a damaged one."""
