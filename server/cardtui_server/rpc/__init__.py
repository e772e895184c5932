"""The calls that come in over gRPC: the services, who may call them, and how often."""
