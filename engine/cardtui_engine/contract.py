"""All that a game of yours needs, to be imported from here: the contract and its version.

These names keep their meaning for as long as that number stays the same.
"""

from cardtui_engine.actions import Action, Kind, Param, Verb, verb_table
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.cards import FRENCH, JOKER, SPANISH, SUITS, UNKNOWN, Card, Deck, deck_of
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Flag, Numbers, Range, Words
from cardtui_engine.events import (
    CardsDealt,
    CardsShown,
    CardTaken,
    ChipsBet,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    Noted,
    PhaseBegan,
    PlayerOut,
    PointsScored,
    PotWon,
    TrickEnded,
)
from cardtui_engine.game import CONTRACT, Game, SheetsIn
from cardtui_engine.library.simple_rules import SimpleRules
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadSetup, Code, IllegalAction
from cardtui_engine.rules import FirstDealer, Rules, VerbClause, verb_clauses
from cardtui_engine.turn import SHUFFLED, Chance, Turn
from cardtui_engine.views import (
    Common,
    Meld,
    Own,
    Pile,
    PlayedCard,
    Result,
    SeatView,
    View,
    common_part,
)

__all__ = [
    "CONTRACT",
    "FRENCH",
    "JOKER",
    "PLAIN",
    "SHUFFLED",
    "SPANISH",
    "SUITS",
    "UNKNOWN",
    "Action",
    "Advice",
    "BadSetup",
    "Bits",
    "Card",
    "CardTaken",
    "Cards",
    "CardsDealt",
    "CardsShown",
    "Chance",
    "ChipsBet",
    "Choice",
    "ChoiceKind",
    "Code",
    "Common",
    "Deck",
    "Ending",
    "Event",
    "FirstDealer",
    "Flag",
    "Game",
    "HandEnded",
    "HandStarted",
    "IllegalAction",
    "Kind",
    "Level",
    "Manner",
    "MatchEnded",
    "Meld",
    "Noted",
    "Numbers",
    "OptionKind",
    "OptionSpec",
    "OptionValue",
    "Own",
    "Param",
    "PhaseBegan",
    "Pile",
    "PlayedCard",
    "PlayerOut",
    "PointsScored",
    "PotWon",
    "Preset",
    "Range",
    "Reason",
    "Result",
    "Rules",
    "SeatView",
    "SheetsIn",
    "SimpleRules",
    "TrickEnded",
    "Turn",
    "Verb",
    "VerbClause",
    "View",
    "Words",
    "common_part",
    "deck_of",
    "number",
    "verb_clauses",
    "verb_table",
]
