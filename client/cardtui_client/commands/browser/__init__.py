"""The client in browsers: a site that shows each visitor a client of their own."""
