"""Which words of the table lead to the clause that defines them: `WORDS_OF_CLAUSES`, by clause.
A rule sheet may lack them, or use them elsewhere.
How a sheet is searched is in `tui/rules.py` and, in lines, `lines/help.py`.
"""

from __future__ import annotations

from typing import Final

from cardtui_client.text import unaccented

WORDS_OF_CLAUSES: Final = {
    "TA-02 TP-02 TB-02": "matar mata kill",
    "TB-02": "manilha manilhas zap copas copeta espadilha pica-fumo",
    "TP-04": "copas",
    "TA-03 TP-07 TB-04 CA-41 PT-03": "corte cortar cut",
    "TA-04 TP-08 TB-05 CC-02": "mano mão pie pé eldest",
    "TA-04 TP-09 TB-11 CA-01 PP-45 PT-02 CC-02": "dealer carteador reparte",
    "TA-10 TP-21 TB-21": "baza vaza trick vuelta ronda rodada mano",
    "TA-12 TP-24 TB-24 CC-33": "parda pardas empate empates tie ties tied draw canga cangou amarrou"
    " melou",
    "TA-12 TP-25 TB-25": "primera primeira",
    "TA-13": "mazo al_mazo me_voy_al_mazo",
    "TA-13 TP-31 TB-31 CA-60 PP-10 PT-10 CC-10": "fold folds run correr corro fugir resign",
    "TA-20 TP-30 TB-30": "canto cantar cantos call calls chamar",
    "TA-20 TP-31 TB-31": "aceito aceitar accept quiero topo",
    "TP-35 TB-35": "seis nove nueve doze doce six nine twelve",
    "TA-43": "pair par parejo",
    "TA-70 TP-63 TB-63": "señas seña signal signals sign signs sinal sinais gesture gestures",
    "TP-40 TB-50": "onze once eleven mão_de_onze mano_de_once",
    "TP-45 TB-53": "ferro hierro iron mão_de_ferro mano_de_hierro",
    "CA-02 TB-02": "vira",
    "CA-10 PP-30 PT-30": "meld melds juego juegos jogo jogos",
    "CA-10 PP-31 PT-30": "set sets group trinca trincas trío pierna piernas",
    "CA-11 PP-30 PT-31": "run sequence sequência sequências escalera escaleras secuencia straight",
    "CA-03 PP-34 PT-32": "coringa coringas curinga curingas comodín comodines wild",
    "CA-15 PP-34 PT-32": "joker jokers",
    "CA-20 PP-21 PT-20": "stock pack monte mazo compra comprar draw pegar",
    "CA-21 PP-20 PT-20": "discard discards lixo descarte descartar pilha pila",
    "CA-30 PP-40 PT-40": "bati bater batida bato knock cerrar go_out out declare",
    "PP-02 PT-04 CC-10": "ante ingreso pingo",
    "PP-10 PT-10": "vou voy passo estou_fora estoy_fuera",
    "PP-40 PT-41 CC-14": "pot pozo pote bolo",
    "CC-10": "pass pasar paso passar passo",
    "CC-14 PP-10 PT-10": "bet apostar apuesta aposta call ver pagar pago raise subir aumentar",
    "CC-17 PP-10": "check mesa",
    "CC-20 PP-12 PT-13": "all-in all_in resto",
    "CC-30": "flush color sixes seises seis pair pares par pareja",
    "CC-31": "two_of_one_suit dos_del_mismo_palo duas_do_mesmo_naipe",
    "CC-32": "high high_card carta_alta",
    "CC-34": "showdown mostrar",
}
"""By clauses, at most one of each game, the words that lead to it: in all languages, as players of
any of them sit at a table. A line below stands for a blank."""


def clauses_meant(word: str) -> list[str]:
    """Return the clauses of all games that a word of the table means; accents need not be typed.

    >>> clauses_meant("Flush"), clauses_meant("mao de onze"), clauses_meant("queen")
    (['CC-30'], ['TP-40', 'TB-50'], [])
    """
    wanted = "_".join(unaccented(word.casefold()).split())
    return [
        clause
        for clauses, words in WORDS_OF_CLAUSES.items()
        for clause in clauses.split()
        if wanted in unaccented(words).split()
    ]
