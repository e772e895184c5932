"""The gRPC surface: it decodes, asks and encodes, and decides nothing but who may call."""
