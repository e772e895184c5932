"""What a wheel carries besides the program: manual pages, completion (`COMPLETION_PLACES`), and
under share/doc the `DOCUMENTS` and examples.

`COMPLETION_PLACES` says where each shell looks, `DOCUMENTS` which files of the checkout the wheel
carries. The documents keep their places relative to each other, so that their links hold.

Run by hatch_build.py as ``python -m tools.shared_data VERSION FOLDER``. It needs only click,
because the commands load heavy modules only when they run.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cardtui_client.commands.completion import script
from tools.manual import pages

COMPLETION_PLACES = {
    "bash": "share/bash-completion/completions/cardtui",
    "zsh": "share/zsh/site-functions/_cardtui",
    "fish": "share/fish/vendor_completions.d/cardtui.fish",
}
"""Where each shell looks for completion, below the prefix of an installation."""

DOCUMENTS = (
    *("*.md", "docs/*.md", "docs/standings.py", "docs/verify.*", "docs/decisions/*.md"),
    "docs/pictures/*.svg",
    *("docs/rules/*.md", "deploy/*", "examples/*.py", "examples/bots/*.*", "examples/node/*.js*"),
)


def shared_data(version: str) -> dict[str, str]:
    """Return what each file holds, by its place below the prefix."""
    files = {f"share/man/man1/{name}": text for name, text in pages(version).items()}
    files |= {place: f"{script(shell)}\n" for shell, place in COMPLETION_PLACES.items()}
    return files | {f"share/doc/cardtui/{name}": text for name, text in _documents().items()}


def _documents() -> dict[str, str]:
    root = Path(__file__).parents[1]
    files = sorted({file for each in DOCUMENTS for file in root.glob(each)})
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}


def _write(version: str, folder: Path) -> None:
    for place, text in shared_data(version).items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write(sys.argv[1], Path(sys.argv[2]))
