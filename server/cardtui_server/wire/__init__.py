"""Values as bytes, and back: the one place that knows the messages and joins encoded parts."""
