"""Other words by which the palette finds a place: `SYNONYMS`, in all languages at once.
What the palette says of a key of a screen besides what it is called: `KEY_DESCRIPTIONS`.

People ask for a place by the word that they know, whatever language the program speaks now.
"""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import mark

SYNONYMS: Final = {
    "home": "home inicio menu games juegos jogos",
    "app.rules": "rules reglas reglamento regras manual how to play como se juega como jogar",
    "app.settings": "settings preferences options ajustes preferencias opciones configuracion"
    " configuracao opcoes name nombre nome language idioma sound sonido som",
    "home.results": "results history statistics stats score resultados historial estadisticas"
    " historico estatisticas placar daily streak racha",
    "results.evening": "evening night noche noite session",
    "app.invite": "invite join line code qr invitar convidar convite codigo",
    "app.keys": "keys shortcuts help atajos teclas ayuda atalhos ajuda",
    "app.quit": "quit exit close salir cerrar sair fechar",
    "play": "play bots game match jugar partida jogar robos contra",
    "home.play": "play way custom options new match nueva partida nova partida jugar jogar reglas"
    " regras",
    "home.today": "deal of the day daily today challenge diario hoy desafio cartas hoje diaria",
    "home.learn": "learn lesson tutorial teach aprender leccion clase licao aula",
    "home.replay": "replay record watch again repeticion ver partida grabada registro repeticao"
    " rever gravada",
    "home.friends": "friends network servers join connect address lan amigos red servidores unirse"
    " conectar direccion rede entrar endereco multiplayer online",
    "home.open": "open host create table friends abrir crear mesa anfitrion criar amigos",
    "tournaments": "tournament cup championship league torneo copa campeonato liga torneio",
    "lobby.new": "new create open table nueva crear mesa nova criar",
    "lobby.quick": "quick fast match rapida partida",
    "lobby.code": "private code join privada codigo clave senha",
    "lobby.people": "people players person gente jugadores personas pessoas jogadores",
    "people": "profile results about perfil resultados",
    "ranking": "ranking rating leaderboard ladder best clasificacion tabla classificacao",
    "devices": "devices machines account sign out dispositivos maquinas cuenta conta sair",
    "language": "language idioma lengua lingua english espanol portugues",
    "theme": "colour color theme dark light tema colores cores",
}
"""By the id of what a key does, or a name; without accents."""

_BACK_DESCRIPTION: Final = mark("To what you saw before")

KEY_DESCRIPTIONS: Final = {
    "home.go_on": mark("With the match that you left last"),
    "home.address": mark("Of a server, or a join line"),
    "home.back": _BACK_DESCRIPTION,
    "lobby.watch": mark("The marked table, without a seat"),
    "lobby.quick": mark("With others who wait for a game"),
    "lobby.new": mark("For you and others here"),
    "lobby.code": mark("You have its code"),
    "lobby.change": mark("Of the marked table, which is yours"),
    "lobby.sort": mark("Another order of the tables"),
    "lobby.people": mark("What they have won and lost"),
    "lobby.copy": mark("The line by which others join"),
    "person.leave": _BACK_DESCRIPTION,
    "ranking.leave": _BACK_DESCRIPTION,
    "tournament.table": mark("It waits for you"),
    "tournament.enter": mark("To play in the next round"),
    "tournament.rest": mark("From the next match on, until you enter again"),
    "tournament.leave": mark("For good; a bot plays your match"),
    "tournament.back": _BACK_DESCRIPTION,
    "results.leave": _BACK_DESCRIPTION,
    "evening.leave": _BACK_DESCRIPTION,
    "rules.find": mark("By its number, or by a word"),
    "rules.next": mark("The next place where the word stands"),
    "rules.before": mark("The place before"),
    "rules.game": mark("The rules of another one"),
    "rules.leave": _BACK_DESCRIPTION,
    "person.before": mark("Another page like this"),
    "person.next": mark("Another page like this"),
    "settings.leave": _BACK_DESCRIPTION,
}
"""By the id of what a key does."""
