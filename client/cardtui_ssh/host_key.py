"""The key by which ssh knows the door (`FILE`): made at the first start, and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.i18n import _
from cardtui_server.regular_file import read_file, write_secret

FILE: Final = "ssh_host_key"
"""The file in the data folder, for the owner's eyes alone."""


def kept_key(folder: Path) -> asyncssh.SSHKey:
    """Return the key in the folder; make it if there is none yet.

    Raises:
        Failed: it can be neither read nor made.
    """
    path = folder / FILE
    try:
        if not path.exists():
            write_secret(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        data = read_file(path)
        path.chmod(0o600)
        return asyncssh.import_private_key(data)
    except OSError as error:
        sentence = _(
            "The key {path} can be neither read nor made ({error}): give yourself the right, or"
            " choose another data folder with --data.",
            path=path,
            error=error.strerror or error,
        )
        raise Failed(sentence, NO_SERVER) from error
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        sentence = _(
            "The key in {path} is damaged: restore the file from a backup. Or delete it: a new one"
            " is made, and ssh warns everybody who has been here.",
            path=path,
        )
        raise Failed(sentence, NO_SERVER) from error
