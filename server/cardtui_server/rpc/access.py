"""Who may call what: a policy for every RPC."""

from __future__ import annotations

from typing import Final, NamedTuple


class Policy(NamedTuple):
    """What an RPC demands of its caller."""

    token: bool = True
    """Whether a session is needed."""
    stream: bool = False
    """Whether it stays open and counts as one of the address's streams."""


_OPEN: Final = Policy(token=False)
_SEATED: Final = Policy()
_STREAM: Final = Policy(stream=True)

POLICIES: Final = {
    "/cardtui.v1.SessionService/OpenSession": _OPEN,
    "/cardtui.v1.SessionService/GetServer": _OPEN,
    "/cardtui.v1.LobbyService/ListGames": _SEATED,
    "/cardtui.v1.LobbyService/GetRules": _SEATED,
    "/cardtui.v1.LobbyService/ListTables": _SEATED,
    "/cardtui.v1.LobbyService/WatchTables": _STREAM,
    "/cardtui.v1.LobbyService/CreateTable": _SEATED,
    "/cardtui.v1.LobbyService/JoinTable": _SEATED,
    "/cardtui.v1.LobbyService/LeaveTable": _SEATED,
    "/cardtui.v1.LobbyService/AddBot": _SEATED,
    "/cardtui.v1.LobbyService/RemoveBot": _SEATED,
    "/cardtui.v1.LobbyService/SetReady": _SEATED,
    "/cardtui.v1.LobbyService/StartTable": _SEATED,
    "/cardtui.v1.LobbyService/CloseTable": _SEATED,
    "/cardtui.v1.TableService/Play": _STREAM,
    "/cardtui.v1.TableService/Watch": _STREAM,
    "/cardtui.v1.TableService/Act": _SEATED,
    "/cardtui.v1.TableService/GetView": _SEATED,
    "/cardtui.v1.TableService/Say": _SEATED,
    "/grpc.health.v1.Health/Check": _OPEN,
    "/grpc.health.v1.Health/List": _OPEN,
    "/grpc.health.v1.Health/Watch": Policy(token=False, stream=True),
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": Policy(
        token=False, stream=True
    ),
}
"""Every RPC of this server; any other is denied."""
