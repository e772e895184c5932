"""The client in browsers: the command `cardtui web`, its site, and the terminals that it runs."""
