"""Who may call which RPC: anybody, or only somebody with a session."""

from __future__ import annotations

from typing import Final, NamedTuple


class Policy(NamedTuple):
    """What an RPC demands of its caller."""

    token: bool = True
    """Whether a session is needed."""
    stream: bool = False
    """Whether it stays open and counts as one of the address's streams."""


_STRANGER: Final = Policy(token=False)
_SESSION: Final = Policy()
_STREAM: Final = Policy(stream=True)

POLICIES: Final = {
    "/cardtui.v1.SessionService/OpenSession": _STRANGER,
    "/cardtui.v1.SessionService/GetServer": _STRANGER,
    "/cardtui.v1.LobbyService/ListGames": _SESSION,
    "/cardtui.v1.LobbyService/GetRules": _SESSION,
    "/cardtui.v1.LobbyService/ListTables": _SESSION,
    "/cardtui.v1.LobbyService/WatchTables": _STREAM,
    "/cardtui.v1.LobbyService/CreateTable": _SESSION,
    "/cardtui.v1.LobbyService/JoinTable": _SESSION,
    "/cardtui.v1.LobbyService/LeaveTable": _SESSION,
    "/cardtui.v1.LobbyService/AddBot": _SESSION,
    "/cardtui.v1.LobbyService/RemoveBot": _SESSION,
    "/cardtui.v1.LobbyService/SetReady": _SESSION,
    "/cardtui.v1.LobbyService/StartTable": _SESSION,
    "/cardtui.v1.LobbyService/CloseTable": _SESSION,
    "/cardtui.v1.TableService/Play": _STREAM,
    "/cardtui.v1.TableService/Watch": _STREAM,
    "/cardtui.v1.TableService/Act": _SESSION,
    "/cardtui.v1.TableService/GetView": _SESSION,
    "/cardtui.v1.TableService/Say": _SESSION,
    "/grpc.health.v1.Health/Check": _STRANGER,
    "/grpc.health.v1.Health/List": _STRANGER,
    "/grpc.health.v1.Health/Watch": Policy(token=False, stream=True),
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": Policy(
        token=False, stream=True
    ),
}
"""Every RPC of this server; any other is denied."""
