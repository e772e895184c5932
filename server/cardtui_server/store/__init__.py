"""Where logs are kept: the stores themselves, and what mends a damaged one."""
