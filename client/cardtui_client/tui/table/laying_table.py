"""A table where cards are laid down by hand: selected, put into melds, and out with a click."""

from __future__ import annotations

from textual import on

from cardtui_client.games.buttons import laying_buttons
from cardtui_client.games.laying import Laid, Step, lay_action, lay_choice, lay_price, least_meld
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.verb import Verb
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import corner, face
from cardtui_client.scene.buttons import Button, Tone
from cardtui_client.scene.middle import Target
from cardtui_client.scene.mood import Mood
from cardtui_client.tui.table.followed_table import FollowedTable
from cardtui_client.tui.table.frames import Shot
from cardtui_client.tui.widgets.felt import Felt
from cardtui_client.tui.widgets.hand import Hand


class LayingTable(FollowedTable):
    """A table at which melds can be put together by keys and clicks alike.

    It begins with the first card that is selected, or with its button, and ends with the
    hand going out, with Escape, or when the cards change.
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys do something now."""
        if action in ("select", "lay"):
            return any(hand.lays for hand in self.query(Hand))
        return super().check_action(action, parameters)

    def action_select(self) -> None:
        """Select the card that is pointed at, or put it back."""
        hand = self.query_one(Hand)
        if hand.picked is None:
            hand.move(1)
        hand.begin_laying()
        if hand.picked is not None:
            hand.toggle(hand.picked)
        self._laid_anew()

    def action_lay(self) -> None:
        """Begin to lay the cards down; or do what the middle does."""
        if not self.press_middle():
            self.query_one(Hand).begin_laying()
            self._laid_anew()

    def mark_card(self, index: int) -> bool:
        """Select a card, if cards are being laid down."""
        hand = self.query_one(Hand)
        if hand.laid is None:
            return False
        hand.pick(index)
        hand.toggle(index)
        self._laid_anew()
        return True

    def press_middle(self) -> bool:
        """Do what the middle does, if cards are being laid down."""
        hand = self.query_one(Hand)
        if (laid := hand.laid) is None:
            return False
        match laid.step(self._lays, least_meld(self.model)):
            case Step.MELD:
                hand.meld()
            case Step.OUT:
                self.act(lay_action(hand.lays, laid, self.model))
            case Step.NOTHING | Step.FEW | Step.KEEP_ONE:
                pass
        self._laid_anew()
        if laid.step(self._lays, least_meld(self.model)) is Step.FEW:
            self.tell(_few(len(laid.selected), least_meld(self.model)), Mood.REFUSED)
        return True

    def take_back(self) -> bool:
        """Take one step back in laying the cards down; tell whether there was any."""
        hand = self.query_one(Hand)
        if hand.laid is None:
            return False
        hand.step_back()
        self._laid_anew()
        return True

    @on(Felt.MiddlePressed)
    def _middle_pressed(self) -> None:
        self.press_middle()

    # --- showing -------------------------------------------------------------------------

    def offered(self) -> tuple[Button, ...]:
        """See `TableView.offered`."""
        shown = super().offered()
        for hand in self.query(Hand):
            if shown and (laid := hand.laid) is not None:
                target = _target(laid, self._lays, least_meld(self.model))
                middle = Button("middle", self.keys.next(), "", tone=Tone.YES)
                if target.ready:
                    middle = middle._replace(label=target.words, price=self._price(laid))
                back = Button("take_back", self.keys.of("take_back"), _back(laid))
                return laying_buttons(shown, middle, back)
        return shown

    def awaited(self) -> tuple[str, Mood]:
        """See `TableView.awaited`."""
        hand = self.query_one(Hand)
        if (laid := hand.laid) is None or not super().offered():
            return super().awaited()
        if laid.step(self._lays, least_meld(self.model)) in (Step.MELD, Step.OUT):
            return _("Click the middle, or press Enter."), Mood.TURN
        return _("Select cards: click them, or press their numbers."), Mood.TURN

    @property
    def _lays(self) -> Verb:
        return presenter_of(self.model).verb(self.query_one(Hand).lays)

    def _price(self, laid: Laid) -> str:
        choice = lay_choice(self.model)
        step = laid.step(self._lays, least_meld(self.model))
        goes_out = step is Step.OUT
        return lay_price(choice, laid) if choice is not None and goes_out else ""

    def _show(self, shot: Shot) -> None:
        super()._show(shot)
        self._aim()

    def _laid_anew(self) -> None:
        self.untell()
        self._aim()
        self.show_offers()

    def _aim(self) -> None:
        hand = self.query_one(Hand)
        laid = hand.laid
        least = least_meld(self.model)
        self.query_one(Felt).aim(None if laid is None else _target(laid, self._lays, least))


def _target(laid: Laid, verb: Verb, least: int) -> Target:
    called = verb.title().strip("¡!")
    match step := laid.step(verb, least):
        case Step.FEW:
            words = _few(len(laid.selected), least)
        case Step.NOTHING:
            words = _("Select the cards of a meld.")
        case Step.KEEP_ONE:
            words = _("Leave one card out: it is thrown.")
        case Step.MELD:
            count = len(laid.selected)
            words = n_("Lay {n} card as a meld", "Lay {n} cards as a meld", count)
        case Step.OUT if laid.loose:
            thrown = corner(face(laid.loose[0]))
            words = _("{word}, throwing {card}", word=called, card=thrown)
        case Step.OUT:
            words = _("{word}, with all cards", word=called)
    note = _("Checked when you go out.") if laid.melds else ""
    return Target(laid.melds, words, step in (Step.MELD, Step.OUT), note)


def _few(count: int, least: int) -> str:
    return n_(
        "A meld has {least} cards or more: {n} is selected.",
        "A meld has {least} cards or more: {n} are selected.",
        count,
        least=least,
    )


def _back(laid: Laid) -> str:
    """Return what one step back takes back."""
    if laid.selected:
        return _("Unselect")
    return _("Take the last meld back") if laid.melds else _("Back")
