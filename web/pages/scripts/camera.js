// A phone as the table's camera: its pictures go to the table as fast as they are taken up, never faster.
import { h, show } from "./element.js";
import { connect, onTable, table } from "./connection.js";
import { icon } from "./icons.js";
import { codeForm, joined, keepAwake } from "./joining.js";
import { t } from "./language.js";
import { frame, toast } from "./page.js";

const main = frame("camera");
const WIDTH = 1280;
const REFUSED = 4403;
const video = h("video", { class: "phone-video", muted: true, playsinline: true, "aria-label": t("ui.preview") });
const canvas = document.createElement("canvas");
const state = { stream: null, socket: null, sent: 0, accepted: 0, waiting: false };

async function start() {
  try {
    state.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: 720 } } });
  } catch (fault) {
    toast(t(fault.name === "NotAllowedError" ? "ui.camera-refused" : "ui.camera-missing"), "bad");
    return;
  }
  video.srcObject = state.stream;
  await video.play();
  keepAwake();
  push();
  draw();
}

function stop() {
  state.socket?.send(JSON.stringify({ type: "stop" }));
  state.socket?.close();
  state.stream?.getTracks().forEach((track) => track.stop());
  Object.assign(state, { stream: null, socket: null, waiting: false });
  draw();
}

function push() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/camera/push`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    // The answer to a picture that was under way when the line broke never comes.
    state.waiting = false;
    sendFrame();
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "camera-push") Object.assign(state, { accepted: message.accepted, waiting: false });
    draw();
    setTimeout(sendFrame, 60);
  };
  socket.onclose = ({ code, reason }) => {
    if (code === REFUSED && state.stream) {
      stop();
      toast(t(`error.${reason}`), "bad");
    } else if (state.stream) setTimeout(push, 500);
  };
  state.socket = socket;
}

function sendFrame() {
  if (!state.stream || state.waiting || state.socket.readyState !== WebSocket.OPEN) return;
  const scale = Math.min(1, WIDTH / Math.max(video.videoWidth, 1));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  state.waiting = true;
  canvas.toBlob((blob) => {
    if (blob && state.socket?.readyState === WebSocket.OPEN) state.socket.send(blob);
    state.sent += 1;
  }, "image/jpeg", 0.8);
}

function draw() {
  if (!table.snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  if (!joined()) return show(main, h("div", { class: "page" }, h("section", { class: "panel" }, codeForm("/camera"))));
  const able = window.isSecureContext && navigator.mediaDevices?.getUserMedia;
  show(main, h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, t("ui.phone-as-camera")), h("p", {}, t("ui.phone-camera-how")),
    able ? null : h("p", { class: "notice", role: "alert" }, t("ui.https-needed")),
    h("div", { class: "phone-preview", hidden: !state.stream }, video),
    state.stream ? h("p", { class: "number muted" }, t("ui.frames-sent", { count: state.accepted })) : null,
    able ? h("button", { class: state.stream ? "danger" : "primary", onclick: state.stream ? stop : start }, icon("camera"), t(state.stream ? "ui.camera-stop" : "ui.camera-start")) : null)));
}

onTable(draw);
draw();
connect();
