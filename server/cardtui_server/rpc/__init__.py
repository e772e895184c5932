"""The calls that come in over gRPC: the services, who may call them, how often; not their form."""
