// A table of four in boardgame.io: each move counts, ends the turn, and is told to all four.
"use strict";

const { Server } = require("boardgame.io/server");

const game = {
  name: "table",
  setup: () => ({ moves: 0, last: null }),
  moves: {
    play: ({ G }, move) => {
      G.moves += 1;
      G.last = move;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

const port = Number(process.argv[2]);
Server({ games: [game], origins: [/./] }).run(port, () => console.log(`ready 127.0.0.1:${port}`));
