// A table of four in Colyseus: a move of whose turn it is is told to all four, with the next turn.
"use strict";

const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");

class Table extends Room {
  onCreate() {
    this.maxClients = 4;
    this.autoDispose = false;
    this.moves = 0;
    this.setPatchRate(null); // nothing is told but moves, each at once
    this.onMessage("move", (client, move) => {
      if (client !== this.clients[this.moves % 4]) return;
      this.moves += 1;
      this.broadcast("move", { ...move, moves: this.moves });
    });
  }
}

const port = Number(process.argv[2]);
const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("table", Table);
server.listen(port).then(() => console.log(`ready 127.0.0.1:${port}`));
