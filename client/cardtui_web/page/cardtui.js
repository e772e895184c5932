// What the page does besides the terminal, which is textual.js. Where a finger is the pointer, it
// chooses the size of the letters, shows the keys that the client offers as buttons, and has a line
// to type in, which the keyboards of phones can correct and compose in.
"use strict";

const byId = (id) => document.getElementById(id);
const touched = window.matchMedia("(pointer: coarse)").matches;
const UPRIGHT = { cols: 46, rows: 30 }; // the least that the client asks for, as tui/screens.py has it
const ACROSS = { cols: 60, rows: 20 };
const LARGEST = 20;
const SMALLEST = 6;
const SEEN = 300; // milliseconds that a person needs to see a button
const field = byId("field");

document.body.classList.toggle("touched", touched);

// textual.js keeps its terminal to itself: this takes hold of it while it is being made.
let page;
Object.defineProperty(Object.prototype, "webglAddon", {
  configurable: true,
  set(addon) {
    delete Object.prototype.webglAddon;
    this.webglAddon = addon;
    page = this;
    takeOver();
  },
});

function takeOver() {
  const connect = page.connect;
  page.connect = async () => {
    await connect.call(page);
    page.socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      const [kind, offer] = JSON.parse(data);
      if (kind === "offer") showOffer(offer);
    });
    page.socket.addEventListener("close", ({ code }) => {
      cut = code === 1006;
      if (!document.body.classList.contains("-first-byte")) sayUnreached();
    });
  };
  if (!touched) return;
  page.fit = fit;
  page.onBlur = () => {}; // the keys go to the line then, which is a part of the client, too
}

// Letters are as large as the least window allows that the client asks for.
function fit() {
  const { clientWidth: width, clientHeight: height } = page.element;
  const least = width < height ? UPRIGHT : ACROSS;
  for (let size = LARGEST; size >= SMALLEST; size -= 0.5) {
    page.terminal.options.fontSize = size;
    const room = page.fitAddon.proposeDimensions();
    if (room && room.cols >= least.cols && room.rows >= least.rows) break;
  }
  page.fitAddon.fit();
}

const send = (...message) => page.socket.send(JSON.stringify(message));

// --- the keys that are offered ------------------------------------------------------------------

function showOffer({ keys, field: typed }) {
  showRow(byId("now"), keys.filter(([, , kind]) => kind));
  showRow(byId("always"), keys.filter(([, , kind]) => !kind));
  showField(typed);
}

const shown = new Map(); // by row, its keys and since when

function showRow(row, keys) {
  const told = JSON.stringify(keys);
  if (shown.get(row)?.told === told) return;
  shown.set(row, { told, since: performance.now() });
  row.replaceChildren(...keys.map((each) => button(row, ...each)));
  row.scrollTo(0, 0); // the most wanted come first
}

function button(row, key, words, kind) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = words || key;
  made.addEventListener("click", ({ timeStamp }) => {
    // What has just come under a finger was not meant: a second tap must not call truco.
    if (timeStamp - shown.get(row).since > SEEN) send("key", key);
  });
  return made;
}

// --- the line to type in ------------------------------------------------------------------------

let typedIn = null; // the client's field
let unsent = false;

function showField(typed) {
  const isNew = typed !== null && typed.id !== typedIn;
  typedIn = typed === null ? null : typed.id;
  byId("line").hidden = typed === null;
  if (typed === null && document.activeElement === document.body) page.terminal.focus();
  if (typed === null) return;
  field.type = typed.secret ? "password" : "text";
  field.placeholder = typed.hint;
  field.maxLength = typed.most || 4096;
  if (isNew || !unsent) field.value = typed.value;
  if (isNew) unsent = false;
  if (isNew && touched) field.focus();
}

function sendLine(enter) {
  if (typedIn !== null && (enter || unsent)) send("line", typedIn, field.value, enter);
  unsent = false;
}

field.addEventListener("input", () => (unsent = true));
field.addEventListener("blur", () => sendLine(false));
byId("line").addEventListener("submit", (event) => {
  event.preventDefault();
  sendLine(true);
});

// --- fingers on the terminal --------------------------------------------------------------------

// A finger that moves up and down turns the wheel, a step for each line.
let held = null;
if (touched) {
  const terminal = byId("terminal");
  terminal.addEventListener("touchstart", ({ touches: [finger] }) => (held = finger.clientY));
  terminal.addEventListener("touchmove", ({ target, touches: [finger] }) => {
    const line = page.element.clientHeight / page.terminal.rows;
    const { clientX, clientY } = finger;
    for (; Math.abs(clientY - held) >= line; held += Math.sign(clientY - held) * line) {
      const deltaY = Math.sign(held - clientY) * line;
      const wheel = { deltaY, clientX, clientY, bubbles: true, cancelable: true };
      target.dispatchEvent(new WheelEvent("wheel", wheel));
    }
  });
}

// --- coming and going ---------------------------------------------------------------------------

// Keys go to the terminal as soon as it shows something; a finger there asks for no keyboard.
new MutationObserver(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (!keys || !document.body.classList.contains("-first-byte")) return;
  if (touched) keys.inputMode = "none";
  if (document.activeElement !== field) keys.focus();
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });

// A phone that sleeps cuts the connection: the person comes back with its screen.
let cut = false;
document.addEventListener("visibilitychange", () => {
  if (cut && !document.hidden) window.location.reload();
});
function sayUnreached() {
  const words = document.querySelector("main.ended p");
  words.textContent = words.dataset.unreached;
}

byId("again").addEventListener("click", () => window.location.reload());
document.fonts.ready.then(() => page && page.fit());
