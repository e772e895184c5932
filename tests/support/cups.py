"""A tournament as the client is told of it (`cup`): a Swiss of five rounds, in the third."""

from typing import Any

from cardtui.v1 import lobby_service_pb2
from cardtui.v1 import tournament_service_pb2 as pb

NAMES = ("Ana", "Beto", "Maria Aparecida", "João", "Nair", "Zé & cia", "Tomás", "Iara", "Cauã")


def line(place: int, player: int, points: int, difference: int, **more: Any) -> pb.TournamentLine:
    fields: dict[str, Any] = {
        "place": place, "players": [player], "points": points, "difference": difference,
        "buchholz": 20 - place, "wins": points // 2, "played": 2,
    }  # fmt: skip
    return pb.TournamentLine(**(fields | more))


def fixture(number: int, round_: int, *players: int, won: int = -1, **more: Any) -> Any:
    scores = [
        pb.TournamentScore(place=1 + (seat != won), points=2 * (seat == won), difference=7)
        for seat in range(len(players))
    ]
    fields: dict[str, Any] = {
        "table": f"table{number}",
        "match": int(won >= 0),
        "scores": scores if won >= 0 else [],
    }
    return pb.TournamentFixture(number=number, round=round_, players=players, **(fields | more))


def cup(**more: Any) -> pb.Tournament:
    """A tournament of nine, of whom the last one has a bye, and one has left."""
    fields: dict[str, Any] = {
        "id": "cup0abcde",
        "terms": pb.TournamentTerms(
            name="Friday",
            form=pb.TOURNAMENT_FORM_SWISS,
            table=lobby_service_pb2.CreateTableRequest(game="truco-argentino", seats=2),
        ),
        "director": "id-Ana",
        "director_name": "Ana",
        "stage": pb.TOURNAMENT_STAGE_RUNNING,
        "players": [
            pb.TournamentPlayer(player=f"id-{name}", name=name, out=name == "Nair")
            for name in NAMES
        ],
        "round": 3,
        "rounds": 5,
        "open_rounds": [3],
        "fixtures": [
            fixture(9, 3, 1, 3, table="table9"),
            fixture(10, 3, 2, 4, won=0),
            fixture(11, 3, 6, 7),
        ],
        "byes": [pb.TournamentByes(), pb.TournamentByes(), pb.TournamentByes(players=[9])],
        "standings": [
            line(place, player, points, difference, out=player == 5)
            for place, (player, points, difference) in enumerate(
                [(3, 6, 40), (1, 4, 21), (2, 4, 9), (4, 2, 5), (7, 2, 0), (6, 2, -4), (9, 2, -9),
                 (8, 0, -20), (5, 0, -33)], 1,
            )
        ],
        "announcements": [
            pb.TournamentAnnouncement(time_milliseconds=1, text="The bar closes at ten.")
        ],
    }  # fmt: skip
    return pb.Tournament(**(fields | more))
