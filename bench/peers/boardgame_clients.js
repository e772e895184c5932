// Plays at tables of four in boardgame.io: whoever is next moves when the last move has come.
"use strict";

const { io } = require("socket.io-client");
const { MOVE, SEATS, measure } = require("./measure");

// Speaks the wire of boardgame.io without its client, which would replay each move by itself.
function sit(port, match, player, tally) {
  const socket = io(`http://127.0.0.1:${port}/table`, { transports: ["websocket"], forceNew: true });
  let began = 0;
  const move = (state) => {
    if (began) tally.add(began);
    began = 0;
    if (state.ctx.currentPlayer !== player) return;
    began = performance.now();
    const payload = { type: "play", args: [MOVE], playerID: player, credentials: undefined };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, player);
  };
  socket.on("update", (_match, state) => move(state));
  return new Promise((resolve) => {
    socket.on("sync", (_match, { state }) => resolve(() => move(state)));
    socket.on("connect", () => socket.emit("sync", match, player, undefined, SEATS));
  });
}

measure(async (port, table, tally) => {
  const begin = [];
  for (let seat = 0; seat < SEATS; seat += 1) {
    begin.push(await sit(port, `table${table}`, String(seat), tally));
  }
  begin.forEach((each) => each());
});
