"""The gRPC surface: decodes, asks and encodes; all it decides is who may call."""
