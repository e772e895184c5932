"""Reading back a table from the rows of its log."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_engine.registry import get_rules
from cardtui_server.answers import Answers
from cardtui_server.draft import Answered
from cardtui_server.entries import Acted, Created, Started
from cardtui_server.log import Damaged, Journal, read_created
from cardtui_server.standing import Standing, begin, fold


def read_back(table_id: str, rows: Sequence[bytes]) -> tuple[Standing, Answers]:
    """Return the table as its log left it, and how requests were answered.

    Raises:
        Damaged: no table ever wrote such a log.
    """
    answers = Answers()
    try:
        rules = get_rules(read_created(rows[0]))
        journal = Journal(rules.deck)
        made = journal.read(rows[0]).entry
        assert isinstance(made, Created)
        standing = begin(made, rules)
        for row in rows[1:]:
            entry, sitters = journal.read(row).entry, standing.sitters
            standing, _ = fold(standing, entry)
            if isinstance(entry, Started):
                answers.begin_match()
            if isinstance(entry, Acted) and entry.request_id and (sitter := sitters[entry.seat]):
                answers.add({entry.request_id: Answered(sitter.player, standing.seq)})
    except Damaged:
        raise
    except Exception as error:  # whatever the rules say to a log that cannot be
        raise Damaged(
            "The log of table {table} does not fit the rules."
            " Run “cardtui recover” to keep what is good of it.",
            table=table_id,
        ) from error
    return standing, answers
