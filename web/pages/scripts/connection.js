// The line to the table: snapshots in, actions out. Recovers by itself; an action keeps its id until it is answered.

const WAITS = [250, 500, 1000, 2000, 4000];
const DEAF_AFTER = 25000;

const listeners = new Set();
const pending = new Map();
let socket = null;
let tries = 0;
let timer = null;
let heard = 0;

export const table = { snapshot: null, online: false, everOnline: false };

/** Has every listener draw again, though nothing came from the table. */
export const redraw = () => announce();

const announce = () => table.snapshot && listeners.forEach((listener) => listener(table));

/** Calls `listener(table)` after every change of the snapshot or of the line, once there is a snapshot. */
export function onTable(listener) {
  listeners.add(listener);
  if (table.snapshot) listener(table);
}

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

function take(snapshot) {
  const known = table.snapshot;
  if (known && known.boot === snapshot.boot && known.match === snapshot.match && known.version > snapshot.version) return;
  table.snapshot = snapshot;
  announce();
}

function answered(answer) {
  const waiting = pending.get(answer.id);
  if (!waiting) return;
  pending.delete(answer.id);
  waiting.resolve(answer);
}

function receive(message) {
  heard = Date.now();
  if (message.type === "snapshot") take(message);
  else if (message.type === "answer") answered(message);
  else if (message.type === "ping") send({ type: "pong" });
  else if (message.type === "camera" && table.snapshot) {
    const { type, ...camera } = message;
    table.snapshot = { ...table.snapshot, camera };
    announce();
  }
}

function opened() {
  tries = 0;
  heard = Date.now();
  table.online = table.everOnline = true;
  send({ type: "hello", have: table.snapshot?.version ?? null, match: table.snapshot?.match ?? null });
  for (const { message } of pending.values()) send(message);
  announce();
}

function lost(from) {
  if (from !== socket) return;
  socket = null;
  if (table.online) {
    table.online = false;
    announce();
  }
  clearTimeout(timer);
  timer = setTimeout(connect, WAITS[Math.min(tries++, WAITS.length - 1)]);
}

/** Opens the line now, whatever the state; safe to call at any time. */
export function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
  socket = mine;
  mine.onopen = () => mine === socket && opened();
  mine.onmessage = (event) => mine === socket && receive(JSON.parse(event.data));
  mine.onclose = () => lost(mine);
  mine.onerror = () => mine.close();
}

function wake() {
  if (document.visibilityState === "hidden") return;
  const deaf = socket && Date.now() - heard > DEAF_AFTER;
  if (deaf) {
    const old = socket;
    lost(old);
    old.close();
  }
  tries = 0;
  if (!socket || socket.readyState > WebSocket.OPEN) connect();
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", wake);
setInterval(wake, 5000);

/**
 * Sends one action made on the snapshot now shown and resolves with its answer. The same action tapped again before
 * the answer came is the same action: it is sent once.
 */
export function act(kind, payload = {}) {
  const version = table.snapshot?.version ?? 0;
  const sameness = JSON.stringify([kind, payload, version]);
  for (const waiting of pending.values()) if (waiting.sameness === sameness) return waiting.promise;
  const message = { type: "action", id: freshId(), version, kind, payload };
  const waiting = { message, sameness };
  waiting.promise = new Promise((resolve) => (waiting.resolve = resolve));
  pending.set(message.id, waiting);
  send(message);
  return waiting.promise;
}

/** How many actions still wait for their answer. */
export const waitingActions = () => pending.size;

/** A plain request; resolves with the JSON answer or throws an error that carries `code` and `params`. */
export async function request(method, path, body) {
  const options = { method, headers: {} };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw Object.assign(new Error("offline"), { code: "offline", params: {} });
  }
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  const fault = found.error ?? { code: "not-found", params: {} };
  throw Object.assign(new Error(fault.message ?? fault.code), { code: fault.code, params: fault.params ?? {} });
}
