"""What happens is told at once, or when one has done typing."""

import io

from cardtui_client.lines.typed_lines import Teller


def test_news_are_kept_back_while_somebody_types_and_answers_are_not() -> None:
    output = io.StringIO()
    teller = Teller(output)
    teller.news(["one"])
    teller.toggle()
    teller.news(["two"])
    teller.answer(["three"])
    assert output.getvalue() == "one\nthree\n"
    assert teller.tell_kept()
    assert not teller.tell_kept()
    assert output.getvalue() == "one\nthree\ntwo\n"
    teller.toggle()
    teller.news(["four"])
    assert output.getvalue().endswith("four\n")


def test_a_table_that_never_stops_talking_fills_no_memory() -> None:
    output = io.StringIO()
    teller = Teller(output)
    teller.toggle()
    for number in range(700):
        teller.news([str(number)])
    teller.tell_kept()
    lines = output.getvalue().splitlines()
    assert lines[0] == "200 lines were dropped."
    assert lines[1:] == [str(number) for number in range(200, 700)]
