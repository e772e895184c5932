"""A running table: its task, its mailbox, its readers, its bots and its timers."""
