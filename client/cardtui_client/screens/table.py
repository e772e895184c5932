"""The table: where a seat plays and a spectator watches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import ClassVar, Final, Protocol

from cardtui.v1 import actions_pb2, events_pb2, table_service_pb2, tables_pb2
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches

from cardtui_client import choices
from cardtui_client.choices import Argument
from cardtui_client.connection import Connection, Refused, Unreachable
from cardtui_client.feed import FeedStatus, TableFeed
from cardtui_client.i18n import _, mark
from cardtui_client.model import Gap, Status, TableModel
from cardtui_client.narration import sentences
from cardtui_client.refusals import refusal_sentence, refusal_text
from cardtui_client.screens.localized import LocalizedScreen
from cardtui_client.screens.pacing import Pacer, Shot
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text
from cardtui_client.widgets import offers
from cardtui_client.widgets.action_bar import ActionBar
from cardtui_client.widgets.felt import Felt
from cardtui_client.widgets.hand import Hand
from cardtui_client.widgets.lines import Mood, StatusLine, TopLine
from cardtui_client.widgets.log import Entry, Kind, SidePanel
from cardtui_client.widgets.painted import Painted
from cardtui_client.widgets.scene import Button, Top
from cardtui_client.widgets.staging import STILL, Fresh, fresh_of, stage
