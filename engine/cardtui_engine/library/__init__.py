"""What builds on the contract: matches, text, records, scenarios."""
