"""Yes and no as people type them, in all languages."""

from __future__ import annotations

from typing import Final

YES: Final = ("y", "yes", "s", "si", "sí", "sim")
NO: Final = ("n", "no", "nao", "não")
