"""Your cards as you hold them: order, the picked one, sorting, what you lay down."""

from cardtui_client.model.cards import card_of
from cardtui_client.scene.middle import LOOSE, SELECTED, HandScene
from cardtui_client.tui.paint.fan import tags_of
from cardtui_client.tui.table.ui_state import HeldCards, Sorting


def cards(codes: str) -> tuple[int, ...]:
    found = tuple(card_of(code, "french") for code in codes.split())
    assert None not in found
    return tuple(card for card in found if card is not None)


def hand(codes: str, *, lays: str = "", taken: str = "", melds: tuple[str, ...] = ()) -> HandScene:
    return HandScene(
        cards(codes),
        own_order=True,
        lays=lays,
        taken=cards(taken)[0] if taken else None,
        melds=tuple(cards(meld) for meld in melds),
    )


def held(codes: str, **more: str) -> HeldCards:
    return HeldCards().given_anew(hand(codes, **more))  # type: ignore[arg-type]


def test_cards_keep_their_order_while_others_come_and_go() -> None:
    own = held("3S 4S 5S").pick(0).shift(2)
    assert own.cards == cards("4S 5S 3S")
    own = own.given_anew(hand("3S 4S 5S KD"))
    assert own.cards == cards("4S 5S 3S KD")
    assert own.picked is None, "a card that comes has none lifted, so none is thrown by a slip"
    own = own.pick(2).given_anew(hand("3S 5S KD"))
    assert own.cards == cards("5S 3S KD")
    assert own.picked is None


def test_a_hand_is_dealt_sorted_by_melds_and_by_what_may_become_one() -> None:
    dealt = hand("KD 9C 2H 7H 5S 3S 9D 4S JC", melds=("3S 4S 5S",))
    own = HeldCards().given_anew(dealt)
    assert own.cards == cards("3S 4S 5S 9C JC 2H 7H 9D KD")


def test_a_card_that_comes_lies_at_the_right_until_one_has_gone() -> None:
    own = held("3S 5S 9H KD").given_anew(hand("3S 5S 9H KD 4S"))
    assert own.cards == cards("3S 5S 9H KD 4S")
    assert own.hand.drawn == cards("4S")[0], "it is shown as new"
    assert own.given_anew(hand("3S 5S 9H 4S")).cards == cards("3S 4S 5S 9H")


def test_a_card_that_makes_a_meld_lies_in_it_once_it_has_come() -> None:
    own = held("3S 4S 9H KD").given_anew(hand("3S 4S 9H KD 5S", melds=("3S 4S 5S",)))
    assert own.cards == cards("3S 4S 5S 9H KD")
    assert own.hand.drawn == cards("5S")[0], "it is shown as new"
    assert own.hand_before(1).cards == cards("3S 4S 9H KD 5S"), "until then nothing makes room"
    moved = held("3S 4S 9H KD").pick(3).shift(-3)
    moved = moved.given_anew(hand("3S 4S 9H KD 5S", melds=("3S 4S 5S",)))
    assert moved.cards == cards("KD 3S 4S 9H 5S")


def test_the_meld_that_begins_first_in_the_hand_has_the_first_letter() -> None:
    own = hand("7H 7C 7D KD 3S 4S 5S", melds=("3S 4S 5S", "7C 7D 7H"))
    assert tags_of(own) == ("a", "a", "a", "", "b", "b", "b")


def test_a_hand_that_you_arranged_stays_so_until_the_next_is_dealt_or_you_sort() -> None:
    own = held("3S 5S 9H KD").pick(3).shift(-3)
    own = own.given_anew(hand("3S 5S 9H KD 4S")).given_anew(hand("3S 9H KD 4S"))
    assert own.cards == cards("KD 3S 9H 4S")
    assert own.sort().sort().given_anew(hand("3S KD 4S")).cards == cards("3S 4S KD")
    assert own.given_anew(hand("2H 7C 6C 2D")).cards == cards("6C 7C 2H 2D")


def test_the_next_hand_is_dealt_in_the_order_that_you_sorted_by() -> None:
    own = held("3S 5S 9H KD").sort().sort()
    assert own.sorting is Sorting.RANK
    assert own.given_anew(hand("2H 7C 6C 2D")).cards == cards("2H 2D 6C 7C")


def test_what_is_wild_lies_beside_the_melds() -> None:
    dealt = hand("3S 5S 9H 4D 9S", melds=())._replace(wild=cards("4D"))
    assert HeldCards().given_anew(dealt).cards == cards("4D 3S 5S 9S 9H")


def test_two_cards_that_are_the_same_are_both_kept() -> None:
    assert held("3S 3S 4S").given_anew(hand("3S 4S 3S KD")).cards == cards("3S 4S 3S KD")


def test_a_hand_without_an_order_of_its_own_is_shown_as_it_is_given() -> None:
    dealt = HandScene(cards("5S 3S"))
    own = HeldCards().given_anew(dealt)
    assert own.hand == dealt
    assert own.shift(1).hand == dealt
    assert own.sort() == own


def test_picking_goes_round_and_stays_within_the_hand() -> None:
    own = held("3S 4S 5S")
    assert [own.step(1).picked, own.step(-1).picked] == [0, 2]
    assert own.step(-1).step(1).picked == 0
    assert own.pick(3) == own
    assert own.pick(1).pick(None).picked is None
    assert HeldCards().step(1).picked is None


def test_sorting_goes_by_suit_by_rank_and_by_melds() -> None:
    own = HeldCards().given_anew(hand("KD 3S 3H 4S 5S", melds=("3S 4S 5S",)))
    orders: dict[Sorting, tuple[int, ...]] = {}
    for _ in Sorting:
        own = own.sort()
        orders[own.sorting] = own.cards
    assert orders == {
        Sorting.SUIT: cards("3S 4S 5S 3H KD"),
        Sorting.RANK: cards("3S 3H 4S 5S KD"),
        Sorting.MELDS: cards("3S 4S 5S 3H KD"),
    }
    assert own.sort().sorting is Sorting.SUIT


def test_cards_are_selected_melded_and_taken_back_step_by_step() -> None:
    own = held("3S 4S 5S KD", lays="go_out").begin_laying()
    for place in (0, 1, 2):
        own = own.toggle(place)
    assert own.hand.marks == (SELECTED, SELECTED, SELECTED, LOOSE)
    own = own.meld()
    assert own.hand.marks == (1, 1, 1, LOOSE)
    assert own.picked == 3
    own = own.toggle(1)
    assert own.hand.marks == (SELECTED, LOOSE, SELECTED, LOOSE), "the meld comes apart"
    own = own.step_back()
    assert own.hand.marks == (LOOSE,) * 4
    assert own.laid is not None
    assert own.step_back().laid is None


def test_the_melds_after_one_that_comes_apart_move_up() -> None:
    own = held("3S 4S 5S 7H 7C 7D", lays="go_out").begin_laying()
    for meld in ((0, 1, 2), (3, 4, 5)):
        for place in meld:
            own = own.toggle(place)
        own = own.meld()
    own = own.toggle(0)
    assert own.hand.marks == (LOOSE, SELECTED, SELECTED, 1, 1, 1)


def test_a_card_that_would_be_taken_along_joins_while_cards_are_laid_down() -> None:
    own = held("3S 4S 5S", lays="claim", taken="JC").begin_laying()
    assert own.cards == cards("3S 4S 5S JC")
    assert own.pick(3).stop_laying().picked is None
    assert own.stop_laying().cards == cards("3S 4S 5S")


def test_what_is_laid_down_ends_when_the_cards_or_the_way_out_change() -> None:
    own = held("3S 4S 5S", lays="go_out").begin_laying().toggle(0)
    assert own.given_anew(hand("3S 4S 5S KD", lays="go_out")).laid is None
    assert own.given_anew(hand("3S 4S 5S")).laid is None
    same = own.given_anew(hand("3S 4S 5S", lays="go_out")._replace(hint="they make nothing"))
    assert same.laid == own.laid


def test_nothing_is_laid_down_where_that_has_no_place() -> None:
    own = held("3S 4S 5S")
    assert own.begin_laying() == own
    assert own.toggle(0) == own
