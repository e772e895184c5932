"""What holds for every test: the same examples each run, a silent gRPC, garbage where it is."""

import gc
import os
import signal
import tempfile

from hypothesis import settings

# gRPC reads it once per process, with its first channel; a test that runs a command in its own
# process must not depend on which tests ran there before.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# Whoever has a server at the usual port of this machine is no part of a test.
os.environ["CARDTUI_PORT"] = "0"

# What the client keeps for a person is kept nowhere by a test that does not say where.
_KEPT = tempfile.TemporaryDirectory(prefix="cardtui-tests-")
os.environ["XDG_DATA_HOME"] = _KEPT.name

# Under nohup, or in the background of a script, programs that the tests start would ignore these
# until they hear them themselves; in a person's terminal they do not.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

# A test says the same of the same code each time. `make chance` looks for what nobody tried yet.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("chance", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("CARDTUI_EXAMPLES", "same"))


def pytest_collection_finish() -> None:
    """Leave what was imported out of every search for garbage: that took a seventh of all time."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
