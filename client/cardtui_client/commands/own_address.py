"""Whether an address is that of one's own server, which knows one by a token kept under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardtui_client.net.address import Address, BadAddress, parse_address
from cardtui_client.net.join_line import parse_join_line

if TYPE_CHECKING:
    from pathlib import Path

_HERE: Final = ("127.0.0.1", "localhost")


def own_server_meant(folder: Path, text: str) -> str:
    """Return where one's own server listens, if it runs and that is what the text names, or ``""``.

    What it left in its folder may be old, and its port somebody else's by now, who must not be
    sent the token: so a server has to hold the folder's lock.

    Args:
        folder: the server's.
        text: an address or a join line.

    Raises:
        BadAddress: the text names no server.
    """
    line = parse_join_line(text)
    meant = line.addresses[0]
    if line.pin or meant.host not in _HERE:
        return ""
    # Loaded where it may be one's own: other servers are reached sooner.
    from cardtui_server import operator_file
    from cardtui_server.store.folder_lock import FolderLock, InUse

    try:
        found = operator_file.read(folder)
        if found is None or parse_address(found.address) != Address(_HERE[0], meant.port):
            return ""
    except (OSError, BadAddress):
        return ""
    try:
        FolderLock.take(folder).release()
    except InUse:
        return found.address
    except OSError:
        pass
    return ""
