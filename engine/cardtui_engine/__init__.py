"""The rules of seven card games as a library: positions, choices, events, views, records, bots.

Begin with `Match`, or with `get_rules` to work with positions as plain values::

    match = Match("cacho", seats=4, seed=7)
    print(match)
    match.act("bet")

Names that are not exported here serve the authors of games, or are documented in their own modules.
"""

# Before all others: it decides what they are loaded from.
from cardtui_engine import sources as sources
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level, Manner
from cardtui_engine.cards import FRENCH, SPANISH, UNKNOWN, Card, Deck
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.events import Event, Viewer
from cardtui_engine.library.action_text import action_text, parse_action_text
from cardtui_engine.library.match import Match
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.records import Act, Pack, Record, RecordError, Step, TopUp, replay
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.outcome import Ending, Outcome
from cardtui_engine.refusals import BadOption, BadSetup, Code, IllegalAction
from cardtui_engine.rules import Rules
from cardtui_engine.turn import Turn
from cardtui_engine.views import SeatView, View

__all__ = [
    "FRENCH",
    "SPANISH",
    "UNKNOWN",
    "Act",
    "Action",
    "BadOption",
    "BadSetup",
    "Bits",
    "Bot",
    "Card",
    "Choice",
    "ChoiceKind",
    "Code",
    "Deck",
    "Ending",
    "Event",
    "IllegalAction",
    "Level",
    "Manner",
    "Match",
    "Outcome",
    "Pack",
    "Record",
    "RecordError",
    "Rules",
    "SeatView",
    "Step",
    "TopUp",
    "Turn",
    "View",
    "Viewer",
    "action_text",
    "game_ids",
    "get_bot_maker",
    "get_rules",
    "parse_action_text",
    "play",
    "read_record",
    "replay",
    "write_record",
]
