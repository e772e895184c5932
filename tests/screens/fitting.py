"""What does not fit on a screen: widgets beyond the edges of what holds them, words cut off
without a sign. A button must be in sight: nobody looks for it below.
"""

from typing import Any

from textual.content import Content
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Static


def faults_of(screen: Screen[Any]) -> list[str]:
    """Say what of a screen is cut where nothing can be scrolled to see the rest.

    Args:
        screen: the screen, laid out and drawn.
    """
    found = []
    for widget in screen.walk_children(Widget):
        if not widget.display or not widget.region.area:
            continue
        found += _beyond(widget)
        found += _cut(widget)
        found += _unseen(widget)
    return found


def _unseen(widget: Widget) -> list[str]:
    """Say of a button that it must be scrolled to."""
    if not isinstance(widget, Button):
        return []
    holders = [each for each in widget.ancestors if isinstance(each, Widget)]
    hiding = [each for each in holders if not each.region.contains_region(widget.region)]
    return [f"{_name(widget)} is out of sight in {_name(hiding[0])}"] if hiding else []


def _beyond(widget: Widget) -> list[str]:
    """Say where a widget lies outside of what holds it, if one cannot scroll there."""
    region, holder = widget.region, widget.parent
    across = down = True
    while isinstance(holder, Widget):
        across = across and not holder.allow_horizontal_scroll
        down = down and not holder.allow_vertical_scroll
        inside = holder.content_region if holder is widget.parent else holder.region
        missing = _outside(region, inside, across=across, down=down)
        if missing and widget.styles.dock == "none":
            return [f"{_name(widget)} {missing} {_name(holder)}: {_place(region)}"]
        holder = holder.parent
    return []


def _outside(region: Region, inside: Region, *, across: bool, down: bool) -> str:
    if across and (region.x < inside.x or region.right > inside.right):
        return "is wider than"
    if down and (region.y < inside.y or region.bottom > inside.bottom):
        return "is higher than"
    return ""


def _cut(widget: Widget) -> list[str]:
    """Say which words of a widget it has no room for, unless it shows a sign of it."""
    size = widget.content_size
    match widget:
        case Button():
            label = Content.from_text(widget.label, markup=False)
            needed = label.cell_length
            if needed > size.width:
                return [f"{_name(widget)}: {label.plain!r} needs {needed} of {size.width}"]
        case Input():
            needed = len(widget.placeholder)
            if not widget.value and needed > size.width:
                return [f"{_name(widget)}: {widget.placeholder!r} needs {needed} of {size.width}"]
        case Static() if size.width:
            visual = widget.visual
            if widget.styles.text_overflow == "ellipsis" and widget.styles.text_wrap == "nowrap":
                return []
            needed = widget.get_content_height(size, size, size.width)
            if needed > size.height:
                words = getattr(visual, "plain", "")
                return [f"{_name(widget)}: {words!r} needs {needed} lines of {size.height}"]
        case _:
            pass
    return []


def _name(widget: Widget) -> str:
    return f"{type(widget).__name__}{'#' + widget.id if widget.id else ''}"


def _place(region: Region) -> str:
    return f"{region.width}×{region.height} at {region.x}, {region.y}"
