"""Whether an address is that of a server of one's own account, which vouches for it in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardtui_client.net.address import Address, BadAddress, parse_address
from cardtui_client.net.join_line import line_to, parse_join_line
from cardtui_client.net.local_servers import noted_servers

if TYPE_CHECKING:
    from pathlib import Path

_HERE: Final = ("127.0.0.1", "localhost")


def own_server_meant(folder: Path, text: str) -> str:
    """Return the line to one's own server, if it runs and that is what the text names, or ``""``.

    It knows one by a token kept under a name. What it left in its folder may be old, and its port
    somebody else's by now: so a server has to hold the folder's lock.

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
        return line_to(found.address, found.sha256)
    except OSError:
        pass
    return ""


def noted_line(folder: Path, text: str) -> str:
    """Return the line to the server that a text names, if one of this account noted it there.

    Args:
        folder: for what this person keeps, the notes of running servers among it.
        text: an address or a join line, which is returned if there is no such note.

    Raises:
        BadAddress: the text names no server.
    """
    line = parse_join_line(text)
    meant = line.addresses[0]
    if line.pin or meant.host not in _HERE:
        return text
    address = str(Address(_HERE[0], meant.port))
    notes = (each.line for each in noted_servers(folder) if each.address == address)
    return next(notes, text)
