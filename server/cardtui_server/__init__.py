"""The table server: tables, sessions, storage, time; it hosts the engine and the bots."""
