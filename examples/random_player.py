"""Play every game at random: the choices contain every legal action.

Random rummy games hardly ever end, so each match stops after 500 actions.
"""

from cardtui_engine import Bits, Match, game_ids

bits = Bits(2026)
for game in game_ids():
    match = Match(game, seats=4, seed=7)
    for _ in range(500):
        if match.over:
            break
        match.act(bits.pick(match.choices()).sample(bits))
    print(match, end="\n\n")
