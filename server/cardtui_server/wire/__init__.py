"""Values as messages and bytes, and back: for streams, logs and checkpoints. Only form is decided
here.
"""
