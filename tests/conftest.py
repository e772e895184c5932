"""What holds for every test: gRPC's own log stays silent, and garbage is sought where it is."""

import gc
import os

# gRPC reads it once per process, with its first channel; a test that runs a command in its own
# process must not depend on which tests ran there before.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def pytest_collection_finish() -> None:
    """Leave what was imported out of every search for garbage: that took a seventh of all time."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
