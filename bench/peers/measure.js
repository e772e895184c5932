// What the clients of every peer have in common: they warm up, count for so long, and tell it.
"use strict";

const fs = require("node:fs");

const SEATS = 4;
// As much as an act over our own wire says: a card, the expected position, a name for the act.
const MOVE = { card: "4E", expected: 100, id: "12345" };

// Returns the seconds of processor time that a process has used.
function busy(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

class Tally {
  constructor() {
    this.clear();
  }

  clear() {
    this.moves = 0;
    this.waits = [];
  }

  // Notes a move that has come back to whoever made it.
  add(began) {
    this.moves += 1;
    this.waits.push(performance.now() - began);
  }
}

const later = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

// Seats so many tables by `seat(port, table, tally)`, which plays on by itself, and measures.
async function measure(seat) {
  const [port, pid, tables, seconds] = process.argv.slice(2).map(Number);
  const tally = new Tally();
  for (let table = 0; table < tables; table += 1) await seat(port, table, tally);
  await later(1);
  tally.clear();
  const before = busy(pid);
  await later(seconds);
  const { moves, waits } = tally;
  const counted = JSON.stringify({ moves, waits, server: busy(pid) - before });
  process.stdout.write(`${counted}\n`, () => process.exit(0));
}

module.exports = { MOVE, SEATS, measure };
