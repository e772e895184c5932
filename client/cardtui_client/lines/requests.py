"""What one asks of the server besides acts: talk, matches, and the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence

from cardtui.v1 import table_service_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui_client.games.ask_table import There
from cardtui_client.games.laying import clause_of
from cardtui_client.games.person_words import person_lines, ranking_lines
from cardtui_client.games.registry import face_of
from cardtui_client.games.seats import asking_pause
from cardtui_client.games.table_actions import TableAction
from cardtui_client.i18n import _, language
from cardtui_client.lines.commands import typed
from cardtui_client.lines.help import clause_lines, help_lines
from cardtui_client.lines.seat_named import seat_named
from cardtui_client.lines.signalling import gesture_or_why, seat_or_why
from cardtui_client.lines.table_words import description
from cardtui_client.lines.talking import phrase_of, quick_lines, quick_unknown, too_long
from cardtui_client.lines.teller import Print
from cardtui_client.lines.verb_words import verb_named
from cardtui_client.model.person import read_person, read_rankings
from cardtui_client.model.quick_talk import as_sent, reaction_named
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import free_seats
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.scene.commands import Bare


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
        self._in_order = asyncio.Lock()

    async def say(self, text: str, *, team: bool = False) -> None:
        """Say something at the table, or to one's own team alone."""
        if not text.strip():
            self._print([_("Type what you want to say after the word.")])
            return
        if told := too_long(text):
            self._print(told)
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
        """Tell what somebody, or oneself, has won and lost on this server."""

        async def ask() -> None:
            self._print(person_lines(read_person(await self._connection.get_person(name=name))))

        await self._asking(ask())

    async def ranking(self) -> None:
        """Tell who is how strong at the game of this table, on this server."""

        async def ask() -> None:
            game = self._model.table.game
            self._print(ranking_lines(read_rankings(await self._connection.get_ranking(game))))

        await self._asking(ask())

    async def hear(self) -> None:
        """Hear what spectators say if one did not, and the other way round."""
        if not self._feed.seat:
            self._print([_("You are watching: spectators always hear everybody.")])
            return
        await self._feed.hear(not self._feed.hears)
        self._print(
            [
                _("What spectators say is shown now.")
                if self._feed.hears
                else _("What spectators say is hidden now.")
            ]
        )

    async def ready(self) -> bool:
        """Be ready for a match, or not if one waits for people; return whether one is then."""
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
        if not rest and not free_seats(table):
            self._print([_("There is no free seat at this table.")])
            return False
        joining = self._connection.join(self._feed.table_id, seat - 1 if rest else None)
        return await self._asking(joining)

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
        """Hold the hand pause if one did not, and let go of it otherwise."""
        model = self._model
        if model.times.hand_pause(model.now()) is None:
            self._print([_("No hand has just ended: there is nothing to hold.")])
            return
        holds = model.seat in model.times.holding
        await self._feed.hold(not holds)
        self._print([_("You let go.") if holds else _("You hold the next hand.")])

    async def pause(self) -> None:
        """Ask for a pause, or for its end; ask again to take that back."""
        model, table = self._model, self._feed.table_id
        host = model.table.host == self._connection.name
        wanted, told = asking_pause(model, host=host)
        if await self._asking(self._connection.pause(table, wanted)) and told:
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

    async def ask(self, action: TableAction) -> None:
        """Ask for what has no more to it than its name, and tell the answer."""

        async def ask() -> None:
            there = There(self._connection, self._feed, self._feed.table_id, self._model)
            answer = None if action.asks is None else await action.asks(there)
            if answer is not None:
                self._print([answer.says()])

        await self._asking(ask())

    async def back(self) -> None:
        """Say that one is back."""
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
        if gone is None:
            names = ", ".join(f"{seat.seat + 1} {model.name_of(seat.seat)}" for seat in away)
            self._print(
                [_("Who is away? Name one: {names}.", names=names)]
                if away
                else [_("Nobody is away.")]
            )
            return
        granted = await self._asking(self._connection.sit_in(self._feed.table_id, gone.seat))
        if granted and model.table.host != self._connection.name:
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
        """Tell what one can type, or the rule about a word or a clause."""
        game, view = self._model.table.game, self._model.view
        try:
            rules = await self._connection.get_rules(game, language())
        except (Refused, Unreachable) as error:
            self._print([str(error)] if about.strip() else self._help(game))
            return
        if not about.strip():
            self._print(self._help(game, rules.clauses))
            return
        phase = Phase.PHASE_UNSPECIFIED if view is None else view.phase
        named = verb_named(about, face_of(game))
        clause = clause_of(named, rules.clauses, phase) or about.strip().upper()
        self._print(clause_lines(rules.markdown, clause))

    def _help(self, game: str, clauses: Sequence[VerbClause] = ()) -> list[str]:
        return help_lines(
            game,
            clauses,
            seated=self._feed.seat,
            lobby=self._lobby,
            teams=self._model.has_teams and len(self._model.table.seats) > 2,
            for_now=self._model.for_now,
        )
