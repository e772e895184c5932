"""The bot of Argentinean truco: what it believes of hidden cards, and how it plays."""

from cardtui_engine.games.truco_argentino.bot.deciding import TrucoArgentinoBot

__all__ = ["TrucoArgentinoBot"]
