// Plays at tables of four in Colyseus: whoever is next moves when the last move has come.
"use strict";

const { Client } = require("colyseus.js");
const { MOVE, SEATS, measure } = require("./measure");

measure(async (port, _table, tally) => {
  const rooms = [];
  const began = Array(SEATS).fill(0);
  for (let seat = 0; seat < SEATS; seat += 1) {
    const client = new Client(`ws://127.0.0.1:${port}`);
    const room = seat ? await client.joinById(rooms[0].roomId) : await client.create("table");
    const move = () => {
      began[seat] = performance.now();
      room.send("move", MOVE);
    };
    room.onMessage("move", ({ moves }) => {
      if (began[seat]) tally.add(began[seat]);
      began[seat] = 0;
      if (moves % SEATS === seat) move();
    });
    rooms.push(room);
    if (seat === SEATS - 1) {
      began[0] = performance.now();
      rooms[0].send("move", MOVE);
    }
  }
});
