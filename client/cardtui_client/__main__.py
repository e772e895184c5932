"""The program ``cardtui``: loads the command line, or says what has to be installed for it.

``python -m cardtui_client`` is the same; no scripts need to be on PATH.
"""

from __future__ import annotations

import os
import sys

from cardtui_client.exit_codes import FAILED
from cardtui_client.extras import what_to_install
from cardtui_client.garbage import hold_back
from cardtui_client.i18n import detect_language, set_language


def main() -> None:
    """Run as the program ``cardtui``."""
    hold_back()
    try:
        from cardtui_client.commands.main import main as run
    except ModuleNotFoundError as error:
        set_language(detect_language(os.environ))
        sentence = what_to_install(error)
        if not sentence:
            raise
        sys.stderr.write(f"cardtui: {sentence}\n")
        sys.exit(FAILED)
    run()


if __name__ == "__main__":
    main()
