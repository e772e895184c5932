"""Announces servers, or listens for them, and says so: a program for one network namespace.

python announcing.py announce 10.77.0.1 20      python announcing.py listen
"""

import asyncio
import sys

from cardtui_client.net.discovery import Discovery
from cardtui_server.network.announcer import Announcement, Announcer, Counts
from cardtui_server.server_log import unprinted


async def announce(address: str, times: int) -> None:
    announcers = []
    for number in range(times):
        fingerprint = number.to_bytes() * 32
        said = Announcement(f"server {number}", [address], 9000 + number, fingerprint, 1)
        announcers.append(Announcer.start(said, lambda: Counts(0, 0), unprinted()))
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(each.stop() for each in announcers))


async def listen() -> None:
    discovery, heard = Discovery(), set[str]()

    def tell() -> None:
        for each in discovery.servers():
            if each.name not in heard:
                heard.add(each.name)
                print(each.name, flush=True)
        if heard and not discovery.servers():
            print("all gone", flush=True)

    discovery.tell(tell)
    await discovery.begin()
    print(f"listening {discovery.problem}", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await discovery.close()


if __name__ == "__main__":
    asyncio.run(announce(sys.argv[2], int(sys.argv[3])) if sys.argv[1] == "announce" else listen())
