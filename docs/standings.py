"""Compute standings again from records: python3 standings.py tournament.json match.txt ...

`cardtui tournament show NAME --json` says who was to meet, and who had a bye; records, what was
done there. What that was worth follows from the rules: pip install --no-deps cardtui.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardtui_engine import Record, TopUp, get_rules, read_record, replay
from cardtui_engine.contract import PlayerOut

Score = tuple[int, int, int]  # the place at the table, points, the difference
Met = list[dict[str, Score]]  # by match, what it was worth for each unit: a player, or a side
COLUMNS = ("points", "difference", "buchholz", "direct", "wins", "played", "byes")


def worth(record: Record) -> list[Score]:
    rules, seats, steps = get_rules(record.game), range(record.seats), [*replay(record)]
    first, last = (rules.view(each.state, None) for each in (steps[0], steps[-1]))
    winners = getattr(rules.outcome(steps[-1].state), "winners", ())  # none in mid-match
    gone = [{e.seat for e in each.events if type(e) is PlayerOut} for each in steps]
    lasted = [next((at for at, out in enumerate(gone) if s in out), len(gone)) for s in seats]
    chips, merits = [*last.common.chips], [*map(rules.merit, last.common.scores)]
    teams, left = rules.team_of(0) is not None, chips or merits
    stood = [(s in winners, *([] if teams else [lasted[s], left[s]])) for s in seats]
    places = [1 + sum(other > own for other in stood) for own in stood]
    if rules.prizes:
        return [*zip(places, last.game.vp, last.game.gp, strict=True)]
    bought = Counter(e.seat for e in record.entries if isinstance(e, TopUp) for _ in range(e.chips))
    chips = [now - first.common.chips[s] - bought[s] for s, now in enumerate(chips)]
    sides = places[:2] if teams else places
    points = [sum(2 * (other > own) + (other == own) for other in sides) - 1 for own in places]
    ahead = [merits[s % 2] - merits[1 - s % 2] if len(merits) == 2 else 0 for s in seats]
    points = chips if chips and len(seats) > 2 else points
    return [*zip(places, points, chips or ahead, strict=True)]


def standings(cup: dict[str, Any], units: dict[str, str], met: Met) -> dict[str, Counter[str]]:
    lines = {unit: Counter[str]() for unit in units.values()}
    for each in reversed(cup["players"]):  # of a side, who entered first counts
        lines[units[each["name"]]]["points"] = each["missed"] * cup["late_points"]
    for unit, (place, points, ahead) in (each for table in met for each in table.items()):
        lines[unit].update(points=points, difference=ahead, wins=int(place == 1), played=1)
    rules, seats = get_rules(cup["game"]), cup["seats"]
    two = seats == 2 or rules.has_partners(seats)
    bye = 2 if two else 0 if rules.chips_option else seats - 1
    bye = rules.prizes[0 if two else 1] if rules.prizes else bye
    for unit in (unit for names in cup["byes"] for unit in {units[name] for name in names}):
        lines[unit].update(points=bye, byes=1)
    for unit, line in lines.items():
        others = (other for table in met if unit in table for other in table if other != unit)
        line["buchholz"] = sum(lines[other]["points"] for other in others)
    for unit, line in lines.items():
        level = {u for u, other in lines.items() if all(other[c] == line[c] for c in COLUMNS[:3])}
        there = [table for table in met if unit in table and len(level & table.keys()) > 1]
        line["direct"] = sum(table[unit][1] for table in there)
    return lines


def findings(cup: dict[str, Any], records: list[Record]) -> Iterator[str]:
    known = {(each.origin.table, each.origin.match): each for each in records if each.origin}
    units = {p["name"]: p["team"] if cup["sides"] == "kept" else p["name"] for p in cup["players"]}
    met: Met = []
    for match in (each for each in cup["matches"] if each["scores"]):
        scores: list[Score] = [(s["place"], s["points"], s["difference"]) for s in match["scores"]]
        name, record = f"match {match['number']}", known.get((match["table"], match["match"]))
        if match["reason"] or record is None:
            why = f"director says: {match['reason']}" if match["reason"] else "server says alone"
            yield f"note: {name} counts as the {why}"
        elif any(w and w != s for w, s in zip(match["players"], record.players, strict=True)):
            yield f"{name}: others played than were to meet"
        elif scores != (found := worth(record)):
            yield f"{name} was worth {found}, not {scores}"
            scores = found
        met.append({units[who]: s for who, s in zip(match["players"], scores, strict=True) if who})
    lines, order = standings(cup, units, met), list[list[int]]()
    for told in cup["standings"]:
        line = lines[units[told["names"][0]]]
        order.append([line[each] for each in COLUMNS[:5]])
        for each in (each for each in COLUMNS if line[each] != told[each]):
            yield f"{' & '.join(told['names'])}: {each} {line[each]}, not {told[each]}"
    for place, (upper, lower) in enumerate(pairwise(order), 1):
        if upper <= lower:
            why = "note: by lot" if upper == lower else "wrongly"
            yield f"{why}, number {place} comes before number {place + 1}"


if __name__ == "__main__":
    cup = json.loads(Path(sys.argv[1]).read_text()) if sys.argv[1:] else sys.exit(__doc__)
    if cup["form"] in ("knockout", "duplicate", "field"):
        sys.exit("in knockouts, duplicates and fields not only the points of matches are added")
    told = [*findings(cup, [read_record(Path(each).read_text()) for each in sys.argv[2:]])]
    print(*(told or ["ok: all of it follows from the records"]), sep="\n")
    sys.exit(any(not each.startswith("note") for each in told))
