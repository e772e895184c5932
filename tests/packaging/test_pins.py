"""The generated code runs on no runtime older than its generator: pins and floors agree."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
GENERATED = ROOT / "proto" / "cardtui"


def pins() -> dict[str, Version]:
    """Return the version of every part of the generator's environment."""
    lines = (ROOT / "proto" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for each in map(Requirement, (line for line in lines if not line.startswith("#"))):
        [exactly] = each.specifier
        assert exactly.operator == "==", each
        found[each.name] = Version(exactly.version)
    return found


def bound(name: str, sign: str) -> Version:
    """Return the version that stands after the sign in what we require under that name."""
    everything = [*PROJECT["dependencies"], *EXTRAS["web"], *EXTRAS["ssh"]]
    [required] = [each for each in map(Requirement, everything) if each.name == name]
    [version] = [each.version for each in required.specifier if each.operator == sign]
    return Version(version)


def test_the_floors_of_grpc_equal_the_generators_pin() -> None:
    for name in ("grpcio", "grpcio-health-checking", "grpcio-reflection", "grpcio-status"):
        assert bound(name, ">=") == pins()["grpcio-tools"], name
    assert pins()["grpcio"] == pins()["grpcio-tools"]


def test_the_committed_code_was_generated_by_the_pinned_versions() -> None:
    messages = sorted(GENERATED.rglob("*_pb2.py"))
    services = sorted(GENERATED.rglob("*_pb2_grpc.py"))
    assert messages
    assert services
    floor = f"# Protobuf Python Version: {bound('protobuf', '>=')}\n"
    for file in messages:
        assert floor in file.read_text(encoding="utf-8"), file
    generator = f"GRPC_GENERATED_VERSION = '{pins()['grpcio-tools']}'"
    for file in services:
        assert generator in file.read_text(encoding="utf-8"), file


def test_protobuf_is_capped_where_the_promise_of_generated_code_ends() -> None:
    # Code generated for one major version runs on the next, not on the one after it.
    assert bound("protobuf", "<").major == bound("protobuf", ">=").major + 2


def test_what_we_reach_into_is_capped() -> None:
    for name in ("asyncssh", "click", "grpcio", "textual", "textual-serve"):
        assert bound(name, "<").major == bound(name, ">=").major + 1, name
