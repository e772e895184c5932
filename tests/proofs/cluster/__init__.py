"""Faults at whole clusters: real servers, real NATS servers, people who play meanwhile."""
