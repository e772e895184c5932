"""What is missing is brought by a command that works for how cardtui was installed."""

import shlex
import sys
from pathlib import Path

import pytest

from cardtui_client import extras
from cardtui_client.extras import how_to_add


@pytest.mark.parametrize(
    ("extra", "wanted"), [("web", ["aiohttp", "textual-serve"]), ("lan", ["zeroconf"])]
)
def test_each_way_of_installing_has_its_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, extra: str, wanted: list[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/a place/bin/python")
    assert shlex.split(how_to_add(extra)) == [
        *("/a place/bin/python", "-m", "pip", "install"),
        *wanted,
    ]
    with monkeypatch.context() as without_pip:
        without_pip.setattr(extras, "find_spec", dict[str, object]().get)
        assert shlex.split(how_to_add(extra))[:3] == ["uv", "pip", "install"]
    (tmp_path / "pipx_metadata.json").touch()
    assert how_to_add(extra) == shlex.join(["pipx", "inject", "cardtui", *wanted])
