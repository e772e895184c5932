"""What you ask of the server besides acts, in lines: talk, phrases, seats, chips, pauses, signals.
`QUICK_TALK_SIGN` is the sign before a ready phrase or a reaction. Who is muted, in lines: `Muting`.
What only hosts ask for is in `lines/host_rights.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import Final

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase
from cardtui_client.faces.game_words import clause_now
from cardtui_client.faces.muting import change_mutes, muted_groups, people_at, unmute_all
from cardtui_client.faces.person_words import person_lines, ranking_lines
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.reporting import person_and_words, reported_words
from cardtui_client.faces.seats import (
    asking_pause,
    gaze_lines,
    gesture_line,
    request_words,
    why_no_code,
)
from cardtui_client.faces.table_actions import TableAction, There
from cardtui_client.i18n import _, language, p_
from cardtui_client.limits import NAME_CELLS, TALK_CELLS
from cardtui_client.lines.help import (
    asks_for_all,
    clause_lines,
    decided_lines,
    first_lines,
    help_lines,
)
from cardtui_client.lines.parser import verb_named
from cardtui_client.lines.people import ask_about_people
from cardtui_client.lines.table_words import description
from cardtui_client.lines.typed_lines import Print
from cardtui_client.lines.typed_words import Command, typed
from cardtui_client.model.person import read_person, read_rankings
from cardtui_client.model.quick_talk import (
    GESTURES,
    PHRASES,
    REACTIONS,
    Mute,
    MuteAll,
    as_sent,
    gesture_named,
    phrase_words,
    reaction_name,
    reaction_named,
)
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import full_words, player, seats_to_ask_for, seats_to_take
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.scene.commands import Bare
from cardtui_client.settings import Settings
from cardtui_client.text import cell_width, safe_text


def seat_named(text: str, seats: Iterable[tables_pb2.Seat]) -> tables_pb2.Seat | None:
    """Return the one seat that a text names; ``None`` if it names none of them, or several.

    Bots have names, too: leave out the seats that cannot be meant. A number is that of a seat
    before it is a name.
    """
    seats = list(seats)
    wanted = safe_text(text, NAME_CELLS).strip().casefold()
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else 0
    found = [seat for seat in seats if seat.seat + 1 == number] or [
        seat for seat in seats if wanted and player(seat).casefold() == wanted
    ]
    return found[0] if len(found) == 1 else None


_WORD_CELLS: Final = 20


def gesture_or_why(about: str, model: TableModel) -> Gesture.ValueType | list[str]:
    """Return the gesture that was typed, or what to say instead."""
    if not model.gazes:
        return [_("There are no signals at this table: nobody has partners.")]
    if (gesture := gesture_named(about)) is not None:
        return gesture
    lines = [f"{number} {gesture_line(each, model)}" for number, each in enumerate(GESTURES, 1)]
    if about.strip():
        word = safe_text(about, _WORD_CELLS)
        lines.insert(0, _("There is no gesture “{word}”.", word=word))
    return [
        *lines,
        _("Give one with {word} and its number or name.", word=typed(Bare.ASK_SIGNAL)),
    ]


def seat_or_why(about: str, model: TableModel) -> int | list[str]:
    """Return the seat that was named, by its number or its player, or what to say instead."""
    if not model.gazes:
        return [_("There are no signals at this table: nobody has partners.")]
    if not about.strip():
        return gaze_lines(model)
    others = [each for each in model.table.seats if each.seat != model.seat]
    if (found := seat_named(about, others)) is not None:
        return found.seat
    seats = ", ".join(f"{each.seat + 1} {model.name_of(each.seat)}" for each in others)
    return [_("Look at whom? Name one: {names}.", names=seats)]


QUICK_TALK_SIGN: Final = "!"
"""What a line begins with that says a phrase or shows a reaction."""

_NAME_CELLS: Final = 40


def quick_lines() -> list[str]:
    """Return the phrases and reactions, each as you type it."""
    return [
        *(
            f"{QUICK_TALK_SIGN}{number} {phrase_words(each)}"
            for number, each in enumerate(PHRASES, 1)
        ),
        *(f"{QUICK_TALK_SIGN}{reaction_name(each)} {REACTIONS[each].form}" for each in REACTIONS),
    ]


def too_long(text: str) -> list[str]:
    """Return what to say of a line that is too long to be said; empty where it is not."""
    if cell_width(text.strip()) <= TALK_CELLS:
        return []
    return [_("That is too long: at most {high} letters.", high=TALK_CELLS)]


def phrase_of(text: str) -> Phrase.ValueType | None:
    """Return the phrase that has that number."""
    phrases = [*PHRASES]
    number = int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else 0
    return phrases[number - 1] if 0 < number <= len(phrases) else None


def quick_unknown() -> list[str]:
    """Return what to say if no phrase or reaction is meant by what was typed."""
    return [
        _("There is no such phrase. Type {sign} alone for all of them.", sign=QUICK_TALK_SIGN),
    ]


class Muting:
    """Mutes and unmutes, and says in lines what came of it."""

    def __init__(self, model: TableModel, settings: Settings) -> None:
        self._model = model
        self._settings = settings

    def change(self, about: str, *, mute: bool) -> list[str]:
        """Mute or unmute the person named; without a name, tell who is muted."""
        wanted = " ".join(about.split()).casefold()
        if not wanted:
            return self._told()
        found = self._named(wanted)
        if len(found) != 1:
            people = [whom.name for whom in people_at(self._model)]
            named = safe_text(about, _NAME_CELLS)
            if not people:
                return [_("Nobody here is called “{name}”.", name=named)]
            told = names(people)
            return [_("Nobody here is called “{name}”, only {people}.", name=named, people=told)]
        whom, mutes = found[0], self._model.mutes
        if whom is MuteAll.EVERYBODY and not mute and (mutes.groups or mutes.people):
            return [unmute_all(mutes, settings=self._settings)]
        if (whom in mutes) == mute:
            return self._told()
        return [change_mutes(whom, mutes, settings=self._settings)]

    def _named(self, wanted: str) -> Sequence[Mute]:
        if wanted in ("all", p_("whom to mute", "all").casefold()):
            return [MuteAll.EVERYBODY]
        if wanted in (Command.SPECTATORS.value, typed(Command.SPECTATORS).casefold()):
            return [MuteAll.SPECTATORS]
        if wanted in ("bots", p_("whom to mute", "bots").casefold()):
            return [MuteAll.BOTS]
        seats = {seat.player: str(seat.seat + 1) for seat in self._model.table.seats if seat.player}
        return [
            whom
            for whom in people_at(self._model)
            if wanted in (whom.name.casefold(), seats.get(whom.player))
        ]

    def _told(self) -> list[str]:
        mutes = self._model.mutes
        told = muted_groups(mutes)
        if mutes.people:
            told.append(_("Muted: {names}.", names=names([*mutes.people.values()])))
        return told or [_("Nobody is muted.")]


class Requests:
    """Asks, and says in lines what comes of it."""

    def __init__(
        self,
        connection: Connection,
        feed: TableFeed,
        model: TableModel,
        say: Print,
        *,
        lobby: bool,
    ) -> None:
        self._connection = connection
        self._feed = feed
        self._model = model
        self._print = say
        self._lobby = lobby
        self._wanted = feed.hears
        self._in_order = asyncio.Lock()

    async def say(self, text: str, *, team: bool = False) -> None:
        """Say something at the table, or to your own team alone."""
        if not text.strip():
            self._print([_("Type what you want to say after the word.")])
            return
        if told := too_long(text):
            self._print(told)
            return
        if team and (why := why_no_code(text.strip(), self._model)):
            self._print([why])
            return
        line = as_sent(text.strip()) if team else text.strip()
        await self._asking(self._feed.say(line, team=team))

    async def preview(self, text: str) -> table_service_pb2.PreviewTalkResponse | None:
        """Return what a line would call; ``None`` if nothing, or if nobody can say."""
        if not text.strip() or too_long(text):
            return None
        try:
            told = await self._connection.preview_talk(self._feed.table_id, text.strip())
        except (Refused, Unreachable):
            return None
        return told if told.HasField("action") else None

    async def say_quickly(self, what: str) -> None:
        """Say the phrase of that number, or show the reaction of that name; else list them."""
        if not what:
            self._print(quick_lines())
        elif (phrase := phrase_of(what)) is not None:
            await self._asking(self._feed.say(phrase=phrase))
        elif (reaction := reaction_named(what)) is not None:
            await self._asking(self._feed.say(reaction=reaction))
        else:
            self._print(quick_unknown())

    async def about(self, name: str) -> None:
        """Tell what somebody, or you, has won and lost on this server."""

        async def ask() -> None:
            self._print(person_lines(read_person(await self._connection.get_person(name=name))))

        await self._asking(ask())

    async def people(self, command: Command, rest: str) -> None:
        """Do what a command says of friends, or of who is ignored."""
        asked = ask_about_people(self._connection, command, rest, self._print, self._model.mutes)
        await self._asking(asked)

    async def report(self, about: str) -> None:
        """Report to the person who runs the server what somebody has said: the name comes first."""
        name, why = person_and_words(about, people_at(self._model))
        if not name or not why:
            word = typed(Command.REPORT)
            told = _("Type who has said something wrong, and what: {word} NAME WHY.", word=word)
            self._print([told])
        elif told_long := too_long(why):
            self._print(told_long)
        elif await self._asking(self._connection.report_talk(self._feed.table_id, name, why)):
            self._print([reported_words(name)])

    async def ranking(self) -> None:
        """Tell who is how strong at the game of this table, on this server."""

        async def ask() -> None:
            game = self._model.table.game
            self._print(ranking_lines(read_rankings(await self._connection.get_ranking(game))))

        await self._asking(ask())

    async def hear(self) -> None:
        """Hear what spectators say if you did not, and the other way round."""
        if not self._feed.seat:
            self._print([_("You are watching: spectators always hear everybody.")])
            return
        if self._model.is_host:
            hide = f"{typed(Command.MUTE)} {typed(Command.SPECTATORS)}"
            told = _(
                "The host always hears spectators, who may ask to come in. {word} hides them.",
                word=hide,
            )
            self._print([told])
            return
        self._wanted = not self._wanted
        await self.hear_as_host()
        self._print(
            [
                _("What spectators say is shown now.")
                if self._wanted
                else _("What spectators say is hidden now.")
            ]
        )

    async def hear_as_host(self) -> None:
        """Hear what spectators say where you want to, or are the host, whom somebody may ask."""
        wanted = self._wanted or self._model.is_host
        if wanted != self._feed.hears:
            await self._feed.hear(wanted)

    async def ready(self) -> bool:
        """Be ready for a match, or not if you wait for people; return whether you are then."""
        model = self._model
        own = model.sitter(model.seat)
        waits = model.times.fill(model.now()) is not None
        ready = not (waits and own is not None and own.ready)
        granted = await self._asking(self._connection.set_ready(self._feed.table_id, ready))
        if granted and not ready:
            self._print([_("You are not ready.")])
        return granted and ready

    async def sit(self, rest: str) -> bool:
        """Take a free seat, or the one that is named; return whether the server agrees."""
        table = self._model.table
        seat = int(rest) if rest.isdecimal() and len(rest) < 3 else 0
        if rest and not 1 <= seat <= len(table.seats):
            self._print([_("That table has the seats 1 to {last}.", last=len(table.seats))])
            return False
        if self._model.request is not None:
            self._print([request_words(table, self._model.name)])
            return False
        if not rest and not (seats_to_take(table) or seats_to_ask_for(table)):
            self._print([full_words(table)])
            return False
        sat = False

        async def join() -> None:
            nonlocal sat
            chosen = seat - 1 if rest else None
            answer = await self._connection.join(self._feed.table_id, chosen, ask=True)
            sat = not answer.asked

        return await self._asking(join()) and sat

    async def ask_no_more(self) -> None:
        """Take back the request for a seat."""
        if self._model.request is None:
            self._print([_("You are watching: there is no seat to give up.")])
        else:
            await self._asking(self._connection.leave(self._feed.table_id))

    async def stand(self) -> bool:
        """Give the seat up; return whether the server agrees."""
        return await self._asking(self._connection.leave(self._feed.table_id))

    async def describe(self) -> None:
        """Tell who sits where, and by which rules."""
        try:
            games = (await self._connection.list_games()).games
        except (Refused, Unreachable) as error:
            self._print([str(error)])
            return
        table = self._model.table
        self._print(description(table, next((g for g in games if g.id == table.game), None)))

    async def hold(self) -> None:
        """Hold the hand pause if you did not, and let go of it otherwise."""
        model = self._model
        if model.times.hand_pause(model.now()) is None:
            self._print(
                [_("No hand has just ended: you can make one wait only between two hands.")]
            )
            return
        holds = model.seat in model.times.holding
        await self._feed.hold(not holds)
        self._print([_("The next hand may begin.") if holds else _("The next hand waits for you.")])

    async def pause(self) -> None:
        """Ask for a pause, or for its end; ask again to take that back."""
        wanted, told = asking_pause(self._model)
        asked = self._connection.pause(self._feed.table_id, wanted)
        if await self._asking(asked) and told:
            self._print([told])

    async def buy(self, about: str) -> None:
        """Bring so many chips to the next match, or have so many from the next hand on."""
        number = about.strip()
        if not (number.isdecimal() and len(number) < 8):
            word = typed(Bare.ASK_BUY_IN)
            self._print([_("Type how many chips you want to have, such as {word} 100.", word=word)])
            return
        await self._asking(self._connection.buy_in(self._model.table.id, int(number)))

    async def swap(self, about: str) -> None:
        """Ask for the seat of that number or name; ask again to take that back."""
        model, table = self._model, self._model.table
        wanted = seat_named(about, table.seats)
        if wanted is None:
            word = typed(Bare.ASK_SWAP)
            self._print([_("Type the seat that you want, such as {word} 2.", word=word)])
            return
        asks = any(
            (each.seat, each.other) == (model.seat, wanted.seat) for each in model.presence.swaps
        )
        async with self._in_order:
            try:
                answer = await self._connection.swap_seats(table.id, wanted.seat, take_back=asks)
            except (Refused, Unreachable) as error:
                self._print([str(error)])
                return
        if not answer.swapped:
            self._print([_("You no longer ask.") if asks else _("Asked; they must agree.")])

    async def signal(self, about: str) -> None:
        """Give a signal; without a gesture that there is, tell which there are."""
        gesture = gesture_or_why(about, self._model)
        if isinstance(gesture, list):
            self._print(gesture)
            return
        await self._asking(self._connection.signal(self._feed.table_id, gesture))

    async def look(self, about: str) -> None:
        """Look at a seat; without one, tell who looks where."""
        seat = seat_or_why(about, self._model)
        if isinstance(seat, list):
            self._print(seat)
            return
        own = self._model.seat
        if own is not None and self._model.gazes[own] == seat:
            name = self._model.name_of(seat)
            self._print([_("You look at {name} already.", name=name)])
            return
        await self._asking(self._connection.look(self._feed.table_id, seat))

    async def ask(self, action: TableAction, named: str = "") -> None:
        """Ask for what needs no more than its name, or somebody's, and tell the answer."""

        async def ask() -> None:
            there = There(self._connection, self._feed, self._feed.table_id, self._model, named)
            answer = None if action.asks is None else await action.asks(there)
            if answer is not None:
                self._print([answer.says()])

        await self._asking(ask())

    async def back(self) -> None:
        """Say that you are back."""
        if not self._model.is_sat_in(self._model.seat):
            self._print([_("No bot plays for you.")])
            return
        await self._feed.back()

    async def let_bot_play(self, about: str) -> None:
        """Ask for a bot to play for a player who is away, by number or name of the seat."""
        model = self._model
        away = [seat for seat in model.table.seats if model.is_away(seat.seat)]
        alone = not about.strip() and len(away) == 1
        gone = away[0] if alone else seat_named(about, away)
        meant = seat_named(about, model.table.seats)
        if gone is None and meant is not None and (meant.bot or meant.stand_in):
            self._print([_("A bot plays there already.")])
            return
        if gone is None:
            names = ", ".join(f"{seat.seat + 1} {model.name_of(seat.seat)}" for seat in away)
            self._print(
                [_("Who is away? Name one: {names}.", names=names)]
                if away
                else [_("Nobody is away.")]
            )
            return
        granted = await self._asking(self._connection.sit_in(self._feed.table_id, gone.seat))
        if granted and not model.is_host:
            self._print([_("Asked; more than half must agree.")])

    async def _asking(self, asked: Awaitable[object]) -> bool:
        """Ask, say why not if it is refused, and return whether it was granted."""
        async with self._in_order:
            try:
                await asked
            except (Refused, Unreachable) as error:
                self._print([str(error)])
                return False
            return True

    async def help(self, about: str) -> None:
        """Tell what you can type, or the rule about a word or a clause."""
        game = self._model.table.game
        every = asks_for_all(about)
        helps = every or not about.strip()
        try:
            rules = await self._connection.get_rules(game, language())
        except (Refused, Unreachable) as error:
            self._print(self._help(game, every=every) if helps else [str(error)])
            return
        if helps:
            self._print(self._help(game, rules.clauses, every=every))
            return
        named = verb_named(about, face_of(game))
        clause = clause_now(named, rules.clauses, self._model) or about.strip().upper()
        self._print(clause_lines(rules.markdown, clause))

    def _help(
        self, game: str, clauses: Sequence[VerbClause] = (), *, every: bool = False
    ) -> list[str]:
        model, seated = self._model, self._feed.seat
        teams = model.has_teams and len(model.table.seats) > 2
        if every:
            return help_lines(
                game, clauses, seated=seated, lobby=self._lobby, teams=teams, for_now=model.for_now
            )
        told = first_lines(
            game,
            clauses,
            seated=seated,
            waiting=model.table.state != tables_pb2.TABLE_STATE_PLAYING,
            host=model.is_host,
            teams=teams,
            for_now=model.for_now,
        )
        return [*told, *decided_lines(model)]
