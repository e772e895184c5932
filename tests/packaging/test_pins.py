"""The generated code runs on no runtime older than its generator: pins and floors agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GENERATED = ROOT / "proto" / "cardtui" / "v1"


def requirement(name: str, requirements: list[str], sign: str) -> str:
    """Return the version that stands after the sign in the requirement of that name."""
    [version] = [
        match[1]
        for each in requirements
        if (match := re.fullmatch(rf"{re.escape(name)}{sign}([\d.]+)", each))
    ]
    return version


def test_the_floors_of_grpc_equal_the_generators_pin() -> None:
    pin = requirement("grpcio-tools", PROJECT["optional-dependencies"]["dev"], "==")
    for name in ("grpcio", "grpcio-health-checking", "grpcio-reflection", "grpcio-status"):
        assert requirement(name, PROJECT["dependencies"], ">=") == pin


def test_the_committed_code_was_generated_by_the_pinned_versions() -> None:
    pin = requirement("grpcio-tools", PROJECT["optional-dependencies"]["dev"], "==")
    floor = requirement("protobuf", PROJECT["dependencies"], ">=")
    messages = sorted(GENERATED.glob("*_pb2.py"))
    services = sorted(GENERATED.glob("*_pb2_grpc.py"))
    assert messages
    assert services
    for file in messages:
        assert f"# Protobuf Python Version: {floor}\n" in file.read_text(encoding="utf-8"), file
    for file in services:
        text = file.read_text(encoding="utf-8")
        assert f"GRPC_GENERATED_VERSION = '{pin}'" in text, file
