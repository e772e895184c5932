"""The table server: tables, sessions, storage and time. It hosts the engine and the bots."""
