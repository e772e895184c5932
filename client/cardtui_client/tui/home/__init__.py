"""Where the client begins: a name, servers, a match at once."""
