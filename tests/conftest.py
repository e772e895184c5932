"""What holds for every test: gRPC's own log stays silent, as the command line has it."""

import os

# gRPC reads it once per process, with its first channel; a test that runs a command in its own
# process must not depend on which tests ran there before.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
