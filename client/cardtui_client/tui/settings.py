"""The settings screen: which setting stands under which heading, by which name: `_SETTING_GROUPS`.
What each value is called: `_VALUE_NAMES`; the sample cards: `_SAMPLE_CARDS`. Which settings there
are, and their defaults, is in `settings/values.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from cardtui.v1 import cards_pb2
from cardtui_client.i18n import LANGUAGE_NAMES, _, language, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.scene.middle import HandScene, Zone
from cardtui_client.scene.scene import Scene, SeatScene
from cardtui_client.settings import CHOICES, MEANINGS, Settings, no_config
from cardtui_client.text import safe_text
from cardtui_client.tui.form_field import About, Choice, Choices, Control, Field, Form, YesNo
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.paint.plates import draw_plate, paint_bubble
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import PlaceLine, Words

_SAMPLE_CARDS: Final = (
    cards_pb2.CARD_FRENCH_AS,
    cards_pb2.CARD_FRENCH_QH,
    cards_pb2.CARD_FRENCH_7D,
    cards_pb2.CARD_FRENCH_JC,
)
"""One of each suit, and some with a picture."""

_SAMPLE_SEAT: Final = SeatScene(1, "Beto", side=1, cards=4)
_FIRST_PLAYER_MARK: Final = {"pt_BR": "mão"}
"""What who plays first is called at the tables of a language; elsewhere ``mano``."""
_SAMPLE_PLATE: Final = Place(0, 1, 17, 2)


class Sample(Painted):
    """Shows at once what a setting of looks comes to; nothing of it can be pressed."""

    DEFAULT_CSS = """
    Sample {
        height: 7;
    }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.take_settings(settings)

    def take_settings(self, settings: Settings) -> None:
        """Draw it as they say."""
        self._player = safe_text(settings.name, NAME_CELLS)
        self._wanted = settings.card_size
        self.ascii_only = settings.card_codes
        self.four_colours = settings.four_colours
        self.restyle()

    def paint(self, canvas: Canvas) -> None:
        own = SeatScene(0, self._player, side=0, turn=True, dealer=True, chips=42, you=True)
        paint_hand(canvas, Scene(seats=(own,), hand=HandScene(_SAMPLE_CARDS)), wanted=self._wanted)
        plate = _SAMPLE_PLATE._replace(x=canvas.width - _SAMPLE_PLATE.width - 1)
        draw_plate(
            canvas, plate, _SAMPLE_SEAT._replace(mark=_FIRST_PLAYER_MARK.get(language(), "mano"))
        )
        paint_bubble(canvas, plate.x + 2, plate.y + plate.height, ":D", loud=True)

    def zone_pressed(self, zone: Zone) -> None:
        """Do nothing: there is no table behind it."""


_YOU_HEADING: Final = mark("You")
_LOOKS_HEADING: Final = mark("Looks")
_SETTING_GROUPS: Final = (
    (
        _YOU_HEADING,
        (
            (
                "name",
                mark("Name"),
                mark("Up to 16 letters. Seats and results belong to a name."),
            ),
            (
                "language",
                mark("Language"),
                mark("The calls of a game stay in its own language."),
            ),
        ),
    ),
    (
        _LOOKS_HEADING,
        (
            ("theme", mark("Colours"), ""),
            ("card_style", mark("Cards"), ""),
            ("card_size", mark("Size of your cards"), mark("Automatic: as big as fits.")),
            ("four_colours", mark("Four colours"), MEANINGS["four_colours"]),
        ),
    ),
    (
        mark("Playing"),
        (
            ("animation", mark("Animation"), MEANINGS["animation"]),
            ("confirm", mark("Confirm"), MEANINGS["confirm"]),
            ("take_back", mark("Take back"), MEANINGS["take_back"]),
            ("cut_for_me", mark("Cut for me"), MEANINGS["cut_for_me"]),
            ("mouse", mark("Mouse"), mark("Off: select and copy with the terminal.")),
            ("keep_records", mark("Records"), MEANINGS["keep_records"]),
        ),
    ),
    (
        mark("Sound and alerts"),
        (
            ("bell", mark("Bell"), MEANINGS["bell"]),
            ("sounds", mark("Sounds"), MEANINGS["sounds"]),
            ("terminal_title", mark("Terminal title"), MEANINGS["terminal_title"]),
            ("notifications", mark("Notifications"), MEANINGS["notifications"]),
            ("mentions", mark("Mentions"), MEANINGS["mentions"]),
        ),
    ),
    (
        mark("Talk"),
        (
            ("ask_words", mark("Words that call"), MEANINGS["ask_words"]),
            ("spectators", mark("Spectators"), MEANINGS["spectators"]),
        ),
    ),
)
"""What belongs together, under a heading; each with its label and its meaning."""

_VALUE_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "language": {"auto": mark("system language"), **LANGUAGE_NAMES},
    "theme": {
        "dark": mark("dark"),
        "light": mark("light"),
        "high-contrast": mark("high contrast"),
        "colour-blind": mark("colour-blind safe"),
        "mono": mark("black and white"),
    },
    "card_style": {"auto": mark("automatic"), "unicode": mark("pictures"), "ascii": mark("codes")},
    "card_size": {
        "auto": mark("automatic"),
        "big": mark("big"),
        "small": mark("small"),
        "line": mark("one line"),
    },
}


class SettingsScreen(LocalizedScreen[None]):
    """All settings; what is changed acts at once."""

    # Not the name: if you come from a table you may still be typing the keys of the game.
    AUTO_FOCUS = "#language Choice"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", mark("Back"), id="settings.leave"),
        # Textual's own key, to be seen.
        Binding("tab", "app.focus_next", "Focus Next", id="settings.next"),
    ]

    DEFAULT_CSS = """
    SettingsScreen {
        #form { height: 1fr; padding: 0 1; align-horizontal: center; }
        #form > * { max-width: 110; }
        .heading { width: 100%; padding: 1 1 0 1; color: $primary; text-style: bold; }
        #file { color: $text-muted; padding: 1 1; height: auto; }
        About { margin-top: 1; }
    }
    """

    @dataclass
    class Changed(Message):
        """A setting was changed.

        Attributes:
            name: the setting's.
            value: its new value.
        """

        name: str
        value: str | bool

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._sample = Sample(settings)

    def compose(self) -> ComposeResult:
        yield PlaceLine(lambda: _("Settings"), lambda: "")
        with Form(id="form"):
            for heading, rows in _SETTING_GROUPS:
                yield Words(_saying(heading), classes="heading")
                if heading == _LOOKS_HEADING:
                    yield self._sample
                for name, label, meaning in rows:
                    yield self._field(name, label, meaning)
            yield Words(self._where_kept, id="file")
        yield About(id="about")
        yield KeyFooter()

    def _field(self, name: str, label: str, meaning: str) -> Field:
        return Field(
            _saying(label),
            self._about_cards if name == "card_style" else _meaning(meaning),
            self._control(name),
            choices=value_names(name) if name in _VALUE_NAMES else None,
            id=name,
        )

    def _about_cards(self) -> Content:
        """Say what the cards can be, or why they are codes by themselves."""
        if self._settings.card_style == "auto" and self._settings.letters_alone:
            return Content(_("ASCII, because this terminal’s locale is not UTF-8."))
        return Content(_("Pictures, or codes in plain letters such as 7E and AS."))

    def _where_kept(self) -> str:
        if not self._settings.kept:
            return _("Until you leave")
        if self._settings.kiosk:
            return ""  # where that is concerns nobody who visits
        return (
            no_config()
            if self._settings.path is None
            else _("Saved in {path}", path=self._settings.path)
        )

    def _control(self, name: str) -> Control:
        value = getattr(self._settings, name)
        if isinstance(value, bool):
            return YesNo(value)
        if name in _VALUE_NAMES:
            return Choice(value_names(name), value, compact=True)
        return TextField(value, max_length=NAME_CELLS)

    def stood(self) -> None:
        self.call_after_refresh(self.query_one(Form).scroll_home, animate=False)

    def on_descendant_focus(self) -> None:
        """Say what the field means."""
        self.query_one(About).tell()

    def on_field_told(self, event: Field.Told) -> None:
        """Say it again, if it is that of the field in focus."""
        event.stop()
        self.query_one(About).tell()

    @on(Field.Changed)
    def _change(self, event: Field.Changed) -> None:
        event.stop()
        field = event.field
        name = field.id or ""
        if name == "name":
            fits = bool(_name_in(field))
            field.say_problem("" if fits else _("Type a name; one letter will do."))
            return  # it is still being typed
        value: str | bool = field.text
        if isinstance(getattr(self._settings, name), bool):
            value = bool(field.text)
        self.post_message(self.Changed(name, value))

    @on(Input.Submitted)
    @on(Input.Blurred)
    def _take_name(self, event: Input.Submitted | Input.Blurred) -> None:
        event.stop()
        if not self.app.app_focus:
            return  # the terminal's window was left, not the field
        name = _name_in(self.query_one("#name", Field))
        if name and name != self._settings.name:
            self.post_message(self.Changed("name", name))

    def take_settings(self) -> None:
        """See `HeedsSettings`."""
        if self.stands:
            self._sample.take_settings(self._settings)
            self.query_one("#card_style", Field).retell()


def _name_in(field: Field) -> str:
    return safe_text(field.text, NAME_CELLS)


def value_names(setting: str) -> Choices:
    """Return a function that names the values of a setting that has few."""

    def say() -> Sequence[tuple[str, str]]:
        names = _VALUE_NAMES[setting]
        return [(_(names.get(value, value)), value) for value in CHOICES[setting]]

    return say


def _saying(words: str) -> Callable[[], str]:
    return lambda: _(words)


def _meaning(words: str) -> Callable[[], Content]:
    return lambda: Content(_(words))
