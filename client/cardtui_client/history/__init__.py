"""What is kept of your matches: those that wait, results, ledgers, records, deals of a day."""
