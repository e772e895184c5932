"""The page of a replay that shows what the choices at a position would have been worth
(`Weighing`). How long they are tried is in `film.py`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from cardtui_client.i18n import _, decimal, mark, n_
from cardtui_client.model.cards import brief
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.screens import KeyFooter, LocalizedModal
from cardtui_client.tui.widgets.words import Words
from cardtui_studio.examined import verdict_of
from cardtui_studio.film import Weighed, WeighedChoice, tried_part

_REFRESH_SECONDS: Final = 0.1
"""Seconds after which what has come of it so far is shown anew."""

_MOST_CELLS: Final = 22
"""How wide the words of a choice are at most."""

_BAR_CELLS: Final = 20


class Weighing(LocalizedModal[None]):
    """Shows the choices, the best first, while they are tried in more and more hands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,w", "dismiss", mark("Back"), id="weighing.back"),
    ]

    DEFAULT_CSS = """
    Weighing {
        align: center middle;
        #box {
            width: 66; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        Static { width: 100%; height: auto; }
        #title { text-style: bold; color: $primary; }
        #how, #bar { color: $text-muted; }
    }
    """

    def __init__(self, coming: Iterator[Weighed]) -> None:
        super().__init__()
        self.subject = coming
        self._coming = coming
        self._seen: Weighed | None = None
        self._part = 0.0

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: _("What the choices would have been worth"), id="title")
            yield Static(id="how", markup=False)
            yield Static(id="choices", markup=False)
            yield Static(id="bar", markup=False)
        yield KeyFooter(show_command_palette=False)

    def stood(self) -> None:
        self._show()
        self._try()

    def say_anew(self) -> None:
        super().say_anew()
        self._show()

    @work(thread=True, exclusive=True)
    def _try(self) -> None:
        worker, began, shown = get_current_worker(), time.monotonic(), 0.0
        for seen in self._coming:
            now = time.monotonic()
            part = tried_part(now - began, seen.hands)
            if worker.is_cancelled:
                return
            if part == 1.0 or now - shown > _REFRESH_SECONDS:
                shown = now
                self.app.call_from_thread(self._take, seen, part)
            if part == 1.0:
                return

    def _take(self, seen: Weighed, part: float) -> None:
        self._seen, self._part = seen, part
        if self.stands:
            self._show()

    def _show(self) -> None:
        how, choices, bar = (
            self.query_one(f"#{each}", Static) for each in ("how", "choices", "bar")
        )
        seen = self._seen
        if seen is None:
            how.update(_("Trying the choices…"))
        else:
            how.update("\n".join(_told_of(seen)))
            choices.update(_table_of(seen))
        done = round(_BAR_CELLS * self._part)
        bar.update("" if self._part == 1.0 else "━" * done + "─" * (_BAR_CELLS - done))


def _told_of(seen: Weighed) -> Iterator[str]:
    yield n_(
        "{name} to act, tried in {n} hand that looked the same.",
        "{name} to act, tried in {n} hands that looked the same.",
        seen.hands,
        name=seen.name,
    )
    for name, part in seen.contests:
        yield _("{contest}: won in {part} %.", contest=name.capitalize(), part=part)
    yield verdict_of(seen)


def _table_of(seen: Weighed) -> Content:
    """Return a row for each choice, under what the columns are."""
    brings = _("brings {unit}", unit=seen.unit) if seen.unit else _("wins match")
    heads = (brings, _("wins hand"), _("a bot"))
    width = min(_MOST_CELLS, max(cell_width(brief(each.words)) for each in seen.choices))
    rows = [_row(each, width, seen.unit) for each in seen.choices]
    styles = ["bold" if each.done else "" for each in seen.choices]
    head = f"{'':{width + 2}}  {heads[0]:>14}  {heads[1]:>9}  {heads[2]:>7}"
    lines = [Content.styled(head, "$text-muted"), *map(Content.styled, rows, styles)]
    return Content("\n").join(lines)


def _row(each: WeighedChoice, width: int, unit: str) -> str:
    """Return a row; without a unit it has the chance to win the match."""
    form = "+.2f" if unit else ".1f"
    brings = f"{decimal(each.mean, form)} ± {decimal(each.margin, form[-3:])}"
    brings += "" if unit else " %"
    said = fit(brief(each.words), width)
    said += " " * (width - cell_width(said))
    return f"{'→' if each.done else ' '} {said}  {brings:>14}  {each.wins:>7} %  {each.chosen:>5} %"
