"""Compiles the words of all languages for a wheel or an editable install.

Run by hatch_build.py as ``python -m tools.compiled_words FOLDER``, with nothing installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cardtui_client.catalogues import LOCALE_FOLDER, compiled


def main(folder: Path) -> None:
    """Write the compiled words into the folder, each where it lies in the source."""
    for written in sorted(LOCALE_FOLDER.rglob("*.po")):
        made = folder / written.relative_to(LOCALE_FOLDER).with_suffix(".mo")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(compiled(written.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
