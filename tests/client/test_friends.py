"""Friends and who is ignored, in lines: two people in the lobby and at a table of a real server."""

from tests.client.people import House, made


async def test_two_become_friends_see_each_other_here_and_write_to_each_other(
    house: House,
) -> None:
    ana, bia = await house.in_lobby("Ana"), await house.in_lobby("Bia")
    await ana.asks("friends", "You have named nobody a friend here yet.")
    await ana.asks("friend bia", "Bia is your friend once they name you one, too.")
    await bia.asks("friends", "Would be your friends: Ana.")
    await ana.asks("tell Bia hello", "Bia has not named you a friend yet")
    await bia.asks("friend Ana", "You and Ana are friends.")
    await bia.screen.shows("Ana is here.")
    await ana.screen.shows("Bia is here.")
    await ana.asks("tell bia Come to my table!", "You to Bia alone: Come to my table!")
    await bia.screen.shows("Ana to you alone: Come to my table!")
    await bia.asks("list", "Friends here: Ana.")
    await bia.asks("forget Ana", "Ana is neither a friend nor ignored.")
    await ana.asks("tell Bia hello", "Bia has not named you a friend yet")
    await ana.asks("friends", "Friends who are away: Bia (not yet yours).")


async def test_who_is_ignored_is_read_at_no_table_and_again_once_forgotten(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    table = await made(ana, seat=0)
    await bia.join(table)
    visitor = house.visits(ana)
    await visitor.screen.shows("Type ? for help.")
    await visitor.asks("join 1", "The match has not started")
    await bia.say(table, "you fool")
    await visitor.screen.shows("you fool")
    await visitor.asks("ignore bia", "Bia is ignored: you do not read what they say.")
    await bia.say(table, "and again")
    await visitor.asks("say enough", "enough")
    await visitor.asks("forget Bia", "Bia is neither a friend nor ignored.")
    await bia.say(table, "sorry")
    await visitor.screen.shows("sorry")
    assert not any("and again" in line for line in visitor.screen.lines)


async def test_bad_words_about_people_are_answered_with_a_sentence(house: House) -> None:
    ana = await house.in_lobby("Ana")
    await ana.asks("friend", "Type who is meant: friend NAME.")
    await ana.asks("friend Zoe", "No player “Zoe” is known here.")
    await ana.asks("friend Ana", "That is you.")
    await ana.asks("tell", "Type to whom, and a line: tell NAME TEXT.")
    await ana.asks("tell Zoe", "Type to whom, and a line: tell NAME TEXT.")
    await ana.asks("tell Zoe hello", "No player “Zoe” is known here.")


async def test_talk_is_reported_at_a_table(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    table = await made(ana, seat=0)
    await bia.join(table)
    at_table = house.sits(ana, table, seat=True)
    await at_table.screen.shows("The match has not started")
    await at_table.asks("report Bia insults", "Bia has said nothing here lately")
    await bia.say(table, "you fool")
    await at_table.screen.shows("you fool")
    await at_table.asks("report", "Type who has said something wrong, and what: report NAME WHY.")
    await at_table.asks("report Bia", "report NAME WHY.")
    said = "The person who runs the server can read what Bia has said."
    await at_table.asks("report bia calls me a fool", said)
