"""Records as they are shown again: read from files, and fed to the screens and to the lines."""
