"""Whether a program can be started, found out before anybody waits for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _


def check_program(command: str, said: str) -> None:
    """Refuse a program that cannot be started.

    Args:
        command: the program, as shells find it.
        said: the bot, as it was named.

    Raises:
        Failed: there is none, or it is no program.
    """
    if shutil.which(command) is not None:
        return
    # A name without a path is looked for elsewhere than in the current folder.
    path = Path(command)
    if "/" in command and path.is_dir():
        sentence = _(
            "The bot “{said}” cannot be run: “{command}” is a folder.", said=said, command=command
        )
    elif "/" in command and path.exists():
        sentence = _(
            "The bot “{said}” cannot be run: “{command}” is not executable.",
            said=said,
            command=command,
        )
    else:
        sentence = _(
            "The bot “{said}” cannot be run: there is no program “{command}”.",
            said=said,
            command=command,
        )
    raise Failed(sentence, USAGE)
