"""Writes what a tool has made as a file beside the module that reads it, with its hash in there."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final

_DIGEST: Final = re.compile(r'^SHA256: Final = "[0-9a-f]{64}"$', re.MULTILINE)


def write(data: bytes, module: Path) -> None:
    """Write the bytes as NAME.bin beside NAME.py, and their hash into that module."""
    line = f'SHA256: Final = "{sha256(data).hexdigest()}"'
    text, found = _DIGEST.subn(line, module.read_text(encoding="utf-8"))
    if found != 1:
        raise ValueError(f"{module} has {found} lines with a hash, and not one")
    module.with_suffix(".bin").write_bytes(data)
    module.write_text(text, encoding="utf-8")
