// A phone as the table's camera: its pictures go to the table as fast as they are taken up, never faster.
import { h, show } from "./element.js";
import { connect, onTable, table } from "./connection.js";
import { icon } from "./icons.js";
import { codeForm, joined, keepAwake } from "./joining.js";
import { knows, t, tell } from "./language.js";
import { frame, toast } from "./page.js";
import { secureFirst } from "./phone-camera.js";

const main = frame("camera");
const WIDTH = 1280;
const REFUSED = 4403;
const LEAST_APART = 66;
const STUCK_AFTER = 4000;
const DEAD_AFTER = 8000;
const video = h("video", { class: "phone-video", muted: true, playsinline: true, "aria-label": t("ui.preview") });
const canvas = document.createElement("canvas");
const state = { stream: null, socket: null, accepted: 0, waiting: false, since: 0, heard: 0, trouble: null };

async function start() {
  state.trouble = null;
  try {
    state.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } } });
  } catch (fault) {
    state.trouble = fault.name === "NotAllowedError" ? "ui.camera-refused" : "ui.camera-missing";
    draw();
    return;
  }
  state.stream.getTracks()[0].onended = withdrawn;
  video.srcObject = state.stream;
  await video.play();
  keepAwake();
  Object.assign(state, { accepted: 0, heard: Date.now() });
  push();
  draw();
}

function stop() {
  state.socket?.send(JSON.stringify({ type: "stop" }));
  leaveSocket();
  state.stream?.getTracks().forEach((track) => track.stop());
  Object.assign(state, { stream: null, waiting: false });
  draw();
}

/** The phone took its camera away, as some do when they are locked or called: taken up again when the page is back in sight. */
function withdrawn() {
  stop();
  state.trouble = "ui.camera-withdrawn";
  draw();
  if (document.visibilityState === "visible") return;
  document.addEventListener("visibilitychange", () => state.trouble === "ui.camera-withdrawn" && start(), { once: true });
}

function leaveSocket() {
  const old = state.socket;
  state.socket = null;
  if (old) Object.assign(old, { onopen: null, onmessage: null, onclose: null }).close();
}

function push() {
  leaveSocket();
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/camera/push`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    // The answer to a picture that was under way when the line broke never comes.
    state.waiting = false;
    sendFrame();
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "camera-push") Object.assign(state, { accepted: state.accepted + (message.ok ? 1 : 0), waiting: false, heard: Date.now() });
    draw();
    setTimeout(sendFrame, Math.max(0, LEAST_APART - (Date.now() - state.since)));
  };
  socket.onclose = ({ code, reason }) => {
    if (code === REFUSED && state.stream) {
      stop();
      toast(t(`error.${reason}`), "bad");
    } else if (state.stream) setTimeout(() => state.socket === socket && push(), 500);
  };
  Object.assign(state, { socket, waiting: true, since: Date.now() });
}

/** Sends what the camera sees now, unless the phone shows something else: then its picture stands still and would mislead. */
function sendFrame() {
  if (!state.stream || state.waiting || state.socket?.readyState !== WebSocket.OPEN) return;
  if (document.visibilityState === "hidden" || state.stream.getTracks()[0].muted) return;
  const scale = Math.min(1, WIDTH / Math.max(video.videoWidth, 1));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  Object.assign(state, { waiting: true, since: Date.now() });
  canvas.toBlob((blob) => {
    if (blob && state.socket?.readyState === WebSocket.OPEN) state.socket.send(blob);
    else state.waiting = false;
  }, "image/jpeg", 0.8);
}

const isStuck = () => state.waiting && Date.now() - state.heard > STUCK_AFTER;

/** A line can die without a word: what is not answered in time is told, and after a while sent over a new one. */
function watchLine() {
  if (!state.stream) return;
  if (state.waiting && Date.now() - state.since > DEAD_AFTER) push();
  if (isStuck()) draw();
  else sendFrame();
}

setInterval(watchLine, 1000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" || !state.stream) return;
  state.heard = Date.now();
  video.play().catch(() => {});
  watchLine();
});

function advice() {
  const { camera } = table.snapshot;
  if (!["ok", "moved"].includes(camera?.state)) return null;
  return (camera.advice ?? []).map((line) => h("p", { class: "notice", role: "status" }, knows(`advice.${line.code}`) ? tell("advice", line) : line.code));
}

function draw() {
  if (!table.snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  if (!joined()) return show(main, h("div", { class: "page" }, h("section", { class: "panel" }, codeForm("/camera"))));
  const able = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
  show(main, h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, t("ui.phone-as-camera")), h("p", {}, t("ui.phone-camera-how")),
    able ? null : secureFirst(),
    state.trouble ? h("p", { class: "notice", role: "alert" }, t(state.trouble)) : null,
    h("div", { class: "phone-preview", hidden: !state.stream }, video),
    state.stream ? [isStuck() ? h("p", { class: "notice", role: "status" }, t("ui.frames-stuck")) : advice(), h("p", { class: "number muted" }, t("ui.frames-sent", { count: state.accepted }))] : null,
    able ? h("button", { class: state.stream ? "danger" : "primary", onclick: state.stream ? stop : start }, icon("camera"), t(state.stream ? "ui.camera-stop" : "ui.camera-start")) : null)));
}

onTable(draw);
draw();
connect();
