"""The modes that the table screen can be in: each gives keys and commands their meaning."""
