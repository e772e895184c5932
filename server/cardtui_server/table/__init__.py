"""The running half of a table: its task, mailbox, readers, bots and timers, and its log."""
