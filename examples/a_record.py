"""Write a match as text, read it again, and look at a position on the way."""

from cardtui_engine import Match, read_record, replay, write_record

match = Match("truco-argentino", seats=2, options={"target": 9}, seed=1)
match.act("tap")
match.act("envido")
match.act("quiero")

text = write_record(match.record(["Ana", "Beto"]))
print(text)

*_, before, last = replay(read_record(text))
assert last.state == match.state
print("before the last action:", match.rules.turn(before.state))
