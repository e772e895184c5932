"""The bot of Cacho: what it looks up, and how it plays."""

from cardtui_engine.games.cacho.bot.deciding import CachoBot

__all__ = ["CachoBot"]
