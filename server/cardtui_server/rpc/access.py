"""Who may call which RPC (`POLICIES`): anybody, a session, a bot account, the operator, and people
who are banned.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui.v1 import club_service_pb2, host_service_pb2


class Policy(NamedTuple):
    """What an RPC demands of its caller."""

    token: bool = True
    """Whether a session is needed."""
    stream: bool = False
    """Whether it stays open and counts as one of the caller's streams."""
    changes: bool = False
    """Whether it changes a table, its seats or its bots, and counts as such a change."""
    operator: bool = False
    """Whether the token of the person who runs the server will do."""
    player: bool = True
    """Whether a player's token will do."""
    banned: bool = False
    """Whether those may ask who are banned from the server."""
    bots: bool = False
    """Whether the token of a bot account will do, too."""


_STRANGER: Final = Policy(token=False)
_ANYBODY: Final = Policy(token=False, banned=True)
_SESSION: Final = Policy()
_STREAM: Final = Policy(stream=True)
_CHANGE: Final = Policy(changes=True)
_OPERATOR: Final = Policy(operator=True, player=False)
_OF_BOTS: Final = Policy(bots=True)
_STREAM_OF_BOTS: Final = Policy(stream=True, bots=True)
_CHANGE_OF_BOTS: Final = Policy(changes=True, bots=True)

_CLUB: Final = club_service_pb2.DESCRIPTOR.services_by_name["ClubService"]
_HOST_SERVICE: Final = host_service_pb2.DESCRIPTOR.services_by_name["HostService"]

POLICIES: Final = {
    "/cardtui.v1.SessionService/OpenSession": _STRANGER,
    "/cardtui.v1.SessionService/CreateAccountCode": _SESSION,
    "/cardtui.v1.SessionService/UseAccountCode": _STRANGER,
    "/cardtui.v1.SessionService/ListDevices": _SESSION,
    "/cardtui.v1.SessionService/EndDevice": _CHANGE,
    "/cardtui.v1.SessionService/RecoverAccount": _OPERATOR,
    "/cardtui.v1.SessionService/AnnounceRestart": _OPERATOR,
    "/cardtui.v1.SessionService/ExportPerson": Policy(stream=True, operator=True, player=False),
    "/cardtui.v1.SessionService/ErasePerson": _OPERATOR,
    "/cardtui.v1.SessionService/GetServer": _ANYBODY,
    "/cardtui.v1.LobbyService/ListGames": _OF_BOTS,
    "/cardtui.v1.LobbyService/GetRules": _OF_BOTS,
    "/cardtui.v1.LobbyService/ListTables": Policy(operator=True),
    "/cardtui.v1.LobbyService/WatchTables": _STREAM_OF_BOTS,
    "/cardtui.v1.LobbyService/CreateTable": _CHANGE,
    "/cardtui.v1.LobbyService/JoinTable": _CHANGE,
    "/cardtui.v1.LobbyService/QuickMatch": _CHANGE,
    "/cardtui.v1.LobbyService/LeaveTable": _CHANGE_OF_BOTS,
    "/cardtui.v1.LobbyService/AddBot": _CHANGE,
    "/cardtui.v1.LobbyService/ListBotAccounts": _SESSION,
    "/cardtui.v1.LobbyService/RemoveBot": _CHANGE,
    "/cardtui.v1.LobbyService/ChangeRules": _CHANGE,
    "/cardtui.v1.LobbyService/SetReady": _CHANGE_OF_BOTS,
    "/cardtui.v1.LobbyService/SwapSeats": _CHANGE,
    "/cardtui.v1.LobbyService/BuyIn": _CHANGE_OF_BOTS,
    "/cardtui.v1.LobbyService/StartTable": _CHANGE,
    "/cardtui.v1.LobbyService/CloseTable": Policy(changes=True, operator=True),
    "/cardtui.v1.LobbyService/GetCluster": _OPERATOR,
    "/cardtui.v1.LobbyService/Drain": _OPERATOR,
    "/cardtui.v1.LobbyService/MoveTable": _OPERATOR,
    "/cardtui.v1.LobbyService/GetPerson": _OF_BOTS,
    "/cardtui.v1.LobbyService/GetRanking": _SESSION,
    "/cardtui.v1.TableService/Play": _STREAM_OF_BOTS,
    "/cardtui.v1.TableService/Watch": _STREAM,
    "/cardtui.v1.TableService/Act": _OF_BOTS,
    "/cardtui.v1.TableService/GetView": _OF_BOTS,
    "/cardtui.v1.TableService/GetRecord": _STREAM_OF_BOTS,
    "/cardtui.v1.TableService/GetHistory": _STREAM,
    "/cardtui.v1.TableService/Say": _SESSION,
    "/cardtui.v1.TableService/PreviewTalk": _SESSION,
    "/cardtui.v1.TableService/Advise": _SESSION,
    "/cardtui.v1.TableService/Look": _SESSION,
    "/cardtui.v1.TableService/Signal": _SESSION,
    "/cardtui.v1.TableService/Reveal": _OF_BOTS,
    "/cardtui.v1.TableService/Sign": _OF_BOTS,
    "/cardtui.v1.TableService/Pause": _CHANGE,
    "/cardtui.v1.TableService/SitIn": _CHANGE,
    **{f"/{_HOST_SERVICE.full_name}/{method.name}": _CHANGE for method in _HOST_SERVICE.methods},
    "/cardtui.v1.HostService/Announce": _SESSION,
    "/cardtui.v1.TournamentService/CreateTournament": _CHANGE,
    "/cardtui.v1.TournamentService/ListTournaments": Policy(bots=True, operator=True),
    "/cardtui.v1.TournamentService/FollowTournament": Policy(stream=True, bots=True, operator=True),
    "/cardtui.v1.TournamentService/EnterTournament": _CHANGE_OF_BOTS,
    "/cardtui.v1.TournamentService/LeaveTournament": _CHANGE_OF_BOTS,
    "/cardtui.v1.TournamentService/DirectTournament": Policy(changes=True, operator=True),
    **{f"/{_CLUB.full_name}/{method.name}": _OPERATOR for method in _CLUB.methods},
    "/cardtui.v1.ClubService/SetRelation": _CHANGE,
    "/cardtui.v1.ClubService/TellFriend": _SESSION,
    "/cardtui.v1.ClubService/FollowPeople": _STREAM,
    "/cardtui.v1.ClubService/ReportTalk": _SESSION,
    "/cardtui.v1.ClubService/Appeal": _ANYBODY,
    "/cardtui.v1.ClubService/ReadClubLog": Policy(stream=True, operator=True, player=False),
    "/grpc.health.v1.Health/Check": _ANYBODY,
    "/grpc.health.v1.Health/List": _STRANGER,
    "/grpc.health.v1.Health/Watch": Policy(token=False, stream=True),
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": Policy(
        token=False, stream=True
    ),
}
"""Every RPC of this server; any other is denied."""
