// Check matches with nothing but Node, from docs/records.md: node verify.js match.txt ...
"use strict";
const { createHash, createHmac, createPublicKey, verify } = require("node:crypto");
const { readFileSync } = require("node:fs");

// From docs/records.md: the lines that the chain is over, in the order of the file, and the others.
const BOUND = /^(game|seats|option|dealer|high_card|rated|player|bots|pack|top_up|\d+)$/;
const FREE = /^(cardtui-record|table|began|own|signal|gathered|closed|commit|seat_commit|chain|server|signed|reveal|secret)$/;
const [ED25519, P256] = ["302a300506032b6570032100", "3039301306072a8648ce3d020106082a8648ce3d030107032200"];
const SUITS = "EBOSHDCX"; // Spanish before French, the joker last; each from the ace up
const RANKS = ["A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "T", "10", "11", "12", "J", "Q", "K", "X"];

const hash = (kind, ...parts) => createHash(kind).update(Buffer.concat(parts)).digest();
const mac = (key, ...parts) => createHmac("sha512", key).update(Buffer.concat(parts)).digest();
const text = (...parts) => Buffer.from(parts.map((part) => `${part}\0`).join(""));
const bytes = (digits) => {
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new Error(`these are no bytes: ${digits}`);
  return Buffer.from(digits, "hex");
};
const number = (value) => Buffer.from(value.toString(16).padStart(16, "0"), "hex");

/** Take numbers below bounds from the stream of a label and a number. */
function* stream(key, label, n) {
  for (let counter = 0; ; counter++) yield* mac(key, text(label), number(n), number(counter));
}

function below(source, bound) {
  const bits = 32 - Math.clz32(bound - 1); // every bound is at most 256: one byte holds it
  for (;;) {
    const taken = source.next().value & (2 ** bits - 1);
    if (taken < bound) return taken;
  }
}

function shuffled(key, k, things) {
  const [pack, source] = [[...things], stream(key, "pack", k)];
  for (let at = pack.length - 1; at > 0; at--) {
    const other = below(source, at + 1);
    [pack[at], pack[other]] = [pack[other], pack[at]];
  }
  return pack;
}

function riffled(key, k, gathered) {
  const source = stream(key, "riffle", k);
  const packets = gathered.map(() => below(source, 2));
  const next = [0, packets.filter((packet) => packet === 0).length];
  return packets.map((packet) => gathered[next[packet]++]);
}

function place(card) {
  const at = SUITS.indexOf(card.slice(-1)) * RANKS.length + RANKS.indexOf(card.slice(0, -1));
  if (!RANKS.includes(card.slice(0, -1)) || at < 0) throw new Error(`the deck with ${card} is another game's`);
  return at;
}

/** Tell whether one of the messages was signed with a key, which stands behind the head of its kind. */
function signed(kind, key, messages, signature) {
  const spki = Buffer.concat([bytes(kind), bytes(key)]);
  const from = createPublicKey({ key: spki, format: "der", type: "spki" });
  const by = /^[A-Za-z0-9+/]+=*$/.test(signature) ? Buffer.from(signature, "base64") : Buffer.alloc(0);
  return messages.some((message) => verify(kind === P256 ? "sha256" : null, message, from, by));
}

/** Return a line as spectators were told it. */
function told(line) {
  if (/^(pack|\d+ claim|\d+ cut(?=.*[A-Z]$)) /.test(line)) return line.split(" ").slice(0, line.startsWith("pack") ? 1 : 2).join(" ");
  return line.replace(/\S+(?= face_down=true$)/, "??");
}

function* faults(record) {
  const lines = record.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  const rows = lines.map((line) => line.split(" "));
  const all = (word) => rows.filter((row) => row[0] === word).map((row) => row.slice(1));
  const one = (word) => {
    const [first] = all(word);
    if (!first) throw new Error(`the line ${word} is missing`);
    return first;
  };
  if (lines[0] !== "cardtui-record 2") throw new Error(`this is no record of grammar 2: ${lines[0]}`);
  for (const [word] of rows) if (!BOUND.test(word) && !FREE.test(word)) yield `nobody knows what "${word}" says`;

  // What the server and the seats had committed to, and the key that follows from it.
  const [table, match] = one("table");
  const [commit, secret] = [bytes(one("commit")[0]), bytes(one("secret")[0])];
  if (!hash("sha512", text("cardtui server", table, match), secret).equals(commit))
    yield "the secret is not what the server had committed to";
  const given = (word) => all(word).sort(([one], [other]) => one - other).map(([, value]) => (value === "absent" ? Buffer.alloc(0) : bytes(value)));
  const [commits, reveals] = [given("seat_commit"), given("reveal")];
  const seats = Number(one("seats")[0]);
  if (!(seats >= 1 && seats <= 8)) throw new Error(`so many seats there are not: ${seats}`);
  let [key, parts] = [secret, []];
  for (let seat = 0; seat < Math.max(commits.length, reveals.length); seat++) {
    const [promised, bits] = [commits[seat] ?? Buffer.alloc(0), reveals[seat] ?? Buffer.alloc(0)];
    parts.push(bits.length ? bits : hash("sha256", text("cardtui absent"), promised));
    if (!bits.length && promised.length) yield `note: seat ${seat} has not revealed what it had committed to`;
    if (bits.length && !hash("sha256", text("cardtui seat"), bits).equals(promised))
      yield `seat ${seat} has revealed something else than it had committed to`;
  }
  if (parts.length === seats + 1 && [...commits, ...reveals].some((each) => each.length)) yield "bits count in a field, where nobody gives any";
  if (parts.length > seats) key = mac(secret, text("cardtui shared key"), ...parts.sort(Buffer.compare)); // other tables had the same packs
  else if (commits.some((each) => each.length)) key = mac(secret, text("cardtui key", table, match), ...parts);
  const drawn = all("high_card").flat().includes("dealer");
  if (!drawn && shuffled(key, 0, [...Array(seats).keys()])[0] !== Number(one("dealer")[0]))
    yield "the first dealer is not the one whom the key gives";

  // The packs, and the chain over all that was agreed and done.
  let head = hash("sha256", text("cardtui lines 2"), commit, ...commits);
  let [k, before, heads] = [0, [], []];
  for (const [at, row] of rows.entries()) {
    if (row[0] === "pack") {
      const pack = row.slice(1);
      k += 1;
      const right = before[0] === "gathered"
        ? riffled(key, k, before.slice(1))
        : shuffled(key, k, [...pack].sort((one, other) => place(one) - place(other)));
      if (right.join() !== pack.join()) yield `pack ${k} is not the one that the key gives`;
    }
    if (BOUND.test(row[0])) heads.push((head = hash("sha256", head, Buffer.from(told(lines[at])))));
    before = row;
  }
  if (all("chain")[0]?.[0] !== head.toString("hex")) yield "this is not what everybody was told";

  // Who vouches for it: the end of a match is its last head, the end of a hand one before.
  const keys = (seat) => all("player").filter((row) => row[0] === seat).map((row) => row.at(-1));
  const vouchers = all("server").map(([key, when, by]) => ["server", P256, [key], when, by]);
  for (const [seat, when, by] of all("signed"))
    vouchers.push([seat, ED25519, keys(seat).filter((key) => /^[0-9a-f]{64}$/.test(key)), when, by]);
  for (const [who, kind, by, when, signature] of vouchers) {
    const ends = /^\d+$/.test(when) ? heads : [head];
    const messages = ends.map((end) => Buffer.concat([text("cardtui signed", table, match, when, who), end]));
    const key = by.find((each) => signed(kind, each, messages, signature));
    if (key) yield `note: ${who} signed ${when} by ${key.slice(-64)}`;
    else yield `the signature of ${who} is false`;
  }
}

let wrong = process.argv.length < 3;
if (wrong) console.log("Check matches with nothing but Node: node verify.js match.txt ...");
for (const file of process.argv.slice(2)) {
  let found;
  try {
    found = [...faults(readFileSync(file, "utf8"))];
  } catch (error) {
    found = [`it proves nothing: ${error.message}`];
  }
  console.log([file, ...(found.length ? found : ["ok, but nobody signed it"])].join("\n  "));
  wrong ||= found.some((each) => !each.startsWith("note"));
}
process.exit(wrong ? 1 : 0);
