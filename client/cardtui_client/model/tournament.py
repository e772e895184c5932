"""A tournament as the server tells it (`TournamentModel`): what comes is added, names are cleaned.
What is new for a player since the last time: `News`. The forms, as you type them: `FORMS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS, TALK_CELLS
from cardtui_client.text import safe_text

FORMS: Final = {
    "arena": pb.TOURNAMENT_FORM_ARENA,
    "swiss": pb.TOURNAMENT_FORM_SWISS,
    "round-robin": pb.TOURNAMENT_FORM_ROUND_ROBIN,
    "knockout": pb.TOURNAMENT_FORM_KNOCKOUT,
    "duplicate": pb.TOURNAMENT_FORM_DUPLICATE,
    "field": pb.TOURNAMENT_FORM_FIELD,
}
"""The forms, as you type them and as JSON has them."""

STAGES: Final = {
    "open": pb.TOURNAMENT_STAGE_OPEN,
    "running": pb.TOURNAMENT_STAGE_RUNNING,
    "over": pb.TOURNAMENT_STAGE_OVER,
}

SIDES: Final = {
    "": pb.TOURNAMENT_SIDES_UNSPECIFIED,
    "kept": pb.TOURNAMENT_SIDES_KEPT,
    "drawn": pb.TOURNAMENT_SIDES_DRAWN,
    "teams": pb.TOURNAMENT_SIDES_TEAMS,
}
"""Who plays together, as you type it; ``""`` where nothing is said."""

SCORINGS: Final = {
    "matchpoints": pb.TOURNAMENT_SCORING_UNSPECIFIED,
    "difference": pb.TOURNAMENT_SCORING_DIFFERENCE,
}
"""How a duplicate or a field compares those who sit alike, as you type it."""


class Promise(Enum):
    """What came of what a field had committed to."""

    UNKNOWN = "unknown"
    """It is not over, or you had not seen it before."""
    BROKEN = "broken"
    KEPT = "kept"
    """Its secret is that one; what you played was not compared."""
    PACKS = "packs"
    """What you played follows from it, too."""


class Score(NamedTuple):
    """What a match was worth for a seat.

    Attributes:
        place: the place there, from 1.
        points: what counts first.
        difference: what counts next.
    """

    place: int
    points: int
    difference: int


class Fixture(NamedTuple):
    """A match of a tournament.

    Attributes:
        number: its number, from 1.
        round: the number of its round, from 1.
        names: by seat, who plays; ``""`` for a bot.
        table: the id of its table; ``""`` until that is open.
        match: the number there of the match that counts; 0 before its end.
        scores: by seat, what it was worth; empty before its end.
        reason: why the director corrected that; ``""`` for never.
        void: whether it counts nothing.
        begins: when it begins at the latest, in milliseconds since 1970.
        played: whether its match is over, though nobody is told yet what it was worth.
    """

    number: int
    round: int
    names: tuple[str, ...]
    table: str
    match: int
    scores: tuple[Score, ...]
    reason: str
    void: bool
    begins: int
    played: bool

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is played there."""
        return bool(self.scores) or self.void


class Line(NamedTuple):
    """A line of the standings.

    Attributes:
        place: the place, from 1.
        names: whose it is.
        points: what counts first.
        difference: what counts next.
        buchholz: the points of all opponents together.
        direct: the points against those who are level in all that.
        wins: how many matches were won.
        played: how many matches count.
        byes: how many byes there were.
        reached: in a knockout, the last round; otherwise 0.
        out: whether they have left.
    """

    place: int
    names: tuple[str, ...]
    points: int
    difference: int
    buchholz: int
    direct: int
    wins: int
    played: int
    byes: int
    reached: int
    out: bool

    @property
    def name(self) -> str:
        """Whose it is, in one text."""
        return " & ".join(self.names)


class TournamentModel:
    """A tournament, as far as it has been told.

    Attributes:
        now: what was told last, without its matches.
        fixtures: the matches, by number.
    """

    def __init__(self, told: pb.Tournament | None = None) -> None:
        self.now = pb.Tournament()
        self.fixtures: dict[int, Fixture] = {}
        if told is not None:
            self.take(told)

    def take(self, told: pb.Tournament) -> None:
        """Take in what the server tells."""
        names = [_name(each.name) for each in told.players]
        for each in told.fixtures:
            self.fixtures[each.number] = _fixture(each, names)
        self.now = pb.Tournament()
        self.now.CopyFrom(told)
        del self.now.fixtures[:]

    @property
    def id(self) -> str:
        """Its id."""
        return safe_text(self.now.id, TABLE_NAME_CELLS)

    @property
    def name(self) -> str:
        """What it is called."""
        return safe_text(self.now.terms.name, TABLE_NAME_CELLS)

    @property
    def director(self) -> str:
        """Who directs it."""
        return _name(self.now.director_name)

    @property
    def players(self) -> Sequence[str]:
        """The names of all who have entered."""
        return [_name(each.name) for each in self.now.players]

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.now.stage == pb.TOURNAMENT_STAGE_OVER

    @property
    def is_whole(self) -> bool:
        """Whether all its matches have been told."""
        return len(self.fixtures) >= self.now.matches

    @property
    def form(self) -> str:
        """Its form, as you type it; ``""`` for one that is not known here."""
        return _word(FORMS, self.now.terms.form)

    @property
    def sides(self) -> str | None:
        """Who plays together, as you type it; ``None`` where nothing is said."""
        return _word(SIDES, self.now.terms.sides) or None

    @property
    def scoring(self) -> str | None:
        """How those who sit alike are compared; ``None`` in forms that do not."""
        compares = self.form in ("duplicate", "field")
        return _word(SCORINGS, self.now.terms.scoring) if compares else None

    @property
    def stage(self) -> str:
        """Where it is in its life, in a word for programs."""
        return _word(STAGES, self.now.stage)

    @property
    def is_field(self) -> bool:
        """Whether each plays with bots, when they like; until its end nobody is compared."""
        return self.form == "field"

    @property
    def lines(self) -> list[Line]:
        """The standings, best first."""
        players = self.players
        return [
            Line(
                each.place,
                tuple([players[place - 1] for place in each.players]),
                each.points,
                each.difference,
                each.buchholz,
                each.direct,
                each.wins,
                each.played,
                each.byes,
                each.reached,
                each.out,
            )
            for each in self.now.standings
        ]

    @property
    def announced(self) -> list[str]:
        """What the director said to everybody, oldest first."""
        return [safe_text(each.text, TALK_CELLS) for each in self.now.announcements]

    def byes_in(self, number: int) -> list[str]:
        """Return who had a bye in a round."""
        players, byes = self.players, self.now.byes[number - 1 : number] if number else ()
        return [players[place - 1] for each in byes for place in each.players]

    def played_in(self, number: int) -> list[Fixture]:
        """Return the matches of a round."""
        return [each for each in self.fixtures.values() if each.round == number]

    def player(self, name: str) -> pb.TournamentPlayer | None:
        """Return the player of that name, if they have entered."""
        return next((each for each in self.now.players if each.name == name), None)

    def lacks(self, name: str) -> bool:
        """Return whether somebody of that name has to enter, to play."""
        known = self.player(name)
        return not self.is_over and (known is None or known.out or known.rests)

    def table_of(self, name: str) -> str:
        """Return the id of the table where somebody is to play now; ``""`` if there is none."""
        for each in reversed(self.fixtures.values()):
            open_ = each.table and not (each.is_settled or each.played)
            if open_ and _name(name) in each.names:
                return each.table
        return ""

    def fixture_of(self, name: str) -> Fixture | None:
        """Return somebody's latest match, if they have any."""
        own = [each for each in self.fixtures.values() if _name(name) in each.names]
        return own[-1] if own else None

    def has_played(self, name: str) -> bool:
        """Return whether somebody's match in a field is over."""
        own = self.fixture_of(name)
        return own is not None and own.played

    def line_of(self, name: str) -> Line | None:
        """Return somebody's line of the standings, if they are in it."""
        return next((each for each in self.lines if _name(name) in each.names), None)


class News:
    """What is new in a tournament for one of its players, from one time to the next."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: set[int] = set()
        self._byes = 0
        self._told: Sequence[tuple[int, str]] = ()

    def take(self, model: TournamentModel) -> Told:
        """Return what has happened since the last time."""
        now = model.now
        ended = sorted(self._open - {*now.open_rounds})
        byes = [
            n for n in range(self._byes + 1, now.round + 1) if _name(self._name) in model.byes_in(n)
        ]
        told = [(each.time_milliseconds, each.text) for each in now.announcements]
        texts = [safe_text(each[1], TALK_CELLS) for each in told if each not in self._told]
        self._open, self._byes, self._told = {*now.open_rounds}, now.round, told
        return Told(ended, byes, texts)


class Told(NamedTuple):
    """What is new in a tournament.

    Attributes:
        ended: the rounds that have ended.
        byes: the rounds in which the player has a bye.
        texts: what the director has said.
    """

    ended: Sequence[int]
    byes: Sequence[int]
    texts: Sequence[str]


def _fixture(told: pb.TournamentFixture, names: Sequence[str]) -> Fixture:
    return Fixture(
        told.number,
        told.round,
        tuple([names[place - 1] if place else "" for place in told.players]),
        told.table,
        told.match,
        tuple([Score(each.place, each.points, each.difference) for each in told.scores]),
        safe_text(told.reason, TALK_CELLS),
        told.void,
        told.begins_milliseconds,
        told.played,
    )


def _word(words: Mapping[str, int], value: int) -> str:
    return next((word for word, known in words.items() if known == value), "")


def _name(name: str) -> str:
    return safe_text(name, NAME_CELLS)
