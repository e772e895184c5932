"""What is built on the contract: matches, text, records, scenarios."""
