"""Let a hard bot play against an easy one, and count what each wins."""

from cardtui_engine import Bits, Level, Match, get_bot_maker

GAME, MATCHES = "truco-argentino", 12

totals = {Level.EASY: 0.0, Level.HARD: 0.0}
for seed in range(MATCHES):
    levels = (Level.HARD, Level.EASY) if seed % 2 else (Level.EASY, Level.HARD)
    match = Match(GAME, seats=2, options={"target": 30}, seed=seed)
    bots = [get_bot_maker(GAME)(match.options, 2, level) for level in levels]
    bits = Bits(seed)
    while (outcome := match.outcome) is None:
        for seat in match.turn.asked:
            action = bots[seat].decide(match.seat_view(seat), bits)
            if action is not None:
                match.act(action, seat)
                break
    for level, won in zip(levels, outcome.returns, strict=True):
        totals[level] += won
print(f"{MATCHES} matches of {GAME}: hard won {totals[Level.HARD]:+g}")
