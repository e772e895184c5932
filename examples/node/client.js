// Plays a match of truco with a bot, from a join line: npm install && node client.js 10.0.0.7:8782/PIN
const { createHash, X509Certificate } = require("crypto"), tls = require("tls"), path = require("path");
const grpc = require("@grpc/grpc-js"), { loadSync } = require("@grpc/proto-loader");
const [, host, port, pin] = process.argv[2].match(/([\w.-]+)(?:,[^/:]*)?(?::(\d+))?\/([\w-]+)$/);
const files = ["session", "lobby", "table"].map((part) => `cardtui/v1/${part}_service.proto`), includeDirs = [path.join(__dirname, "../../proto")];
const how = { includeDirs, keepCase: true, longs: String, enums: String, defaults: true, oneofs: true };
const { v1 } = grpc.loadPackageDefinition(loadSync(files, how)).cardtui;
const sha256 = (bytes) => BigInt("0x" + createHash("sha256").update(bytes).digest("hex"));
function pinOf(der) {
  const kept = sha256(der) >> 166n, bytes = Buffer.from(kept.toString(16).padStart(24, "0"), "hex");
  let bits = (kept << 10n) | (sha256(Buffer.concat([Buffer.from("cardtui pin"), bytes])) >> 246n), letters = "";
  for (; letters.length < 20; bits >>= 5n) letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[bits & 31n] + letters;
  return letters;
}
function actionOf({ action, arguments: asked }) {
  for (const { name, domain, cards, range, numbers, values } of asked.filter((one) => !one.optional))
    action[action.action][name] = { cards: () => cards.cards[0], range: () => range.low, numbers: () => [numbers.low], values: () => values.values[0], flag: () => true }[domain]();
  return action;
}
const there = { host, port: +(port || 8782), rejectUnauthorized: false, ALPNProtocols: ["h2"] };
const socket = tls.connect(there, async () => {
  const { raw } = socket.getPeerCertificate(), options = { "grpc.ssl_target_name_override": "cardtui" };
  socket.destroy();
  if (pinOf(raw) !== pin.replaceAll("-", "").toUpperCase()) throw new Error("another server than that of the join line");
  const secure = grpc.credentials.createSsl(Buffer.from(new X509Certificate(raw).toString())), told = new grpc.Metadata();
  const to = (name) => new v1[name](`${host}:${there.port}`, secure, options), [session, lobby, table] = ["SessionService", "LobbyService", "TableService"].map(to);
  const call = (stub, name, asked) => new Promise((done, failed) => stub[name](asked, told, (error, answer) => (error ? failed(error) : done(answer))));
  told.set("authorization", `Bearer ${(await call(session, "OpenSession", { name: "Node" })).token}`);
  const made = { game: "truco-argentino", seats: 2, seat: 0, bots: "BOT_LEVEL_EASY", pause_milliseconds: 0, thinking_milliseconds: 0 };
  const id = (await call(lobby, "CreateTable", made)).table.id;
  await call(lobby, "SetReady", { table: id, ready: true });
  for (let acts = 0; ; await new Promise((done) => setTimeout(done, 20))) {
    const { view, own, position } = (await call(table, "GetView", { table: id })).snapshot;
    if (view.phase === "PHASE_OVER") { console.log(`over after ${acts} acts`); process.exit(); }
    if (view.to_act.includes(own.seat) && own.choices.length)
      await call(table, "Act", { table: id, act: { action: actionOf(own.choices[Math.floor(Math.random() * own.choices.length)]), expected: position, request_id: `${acts++}` } }).catch(() => {});
  }
});
