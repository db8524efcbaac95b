// The camera: which one, what it sees, where the pile lies, how to aim, and a reading test.
import { h, s } from "./element.js";
import { request, table } from "./connection.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { cameraFault, cardName, deviceName, knows, t, tell } from "./language.js";
import { attempt, toast, trying } from "./page.js";
import { packChoice } from "./packs.js";
import { openPhoneCamera } from "./phone-camera.js";

const WHOLE = [[0.08, 0.08], [0.92, 0.08], [0.92, 0.92], [0.08, 0.92]];
const ASIDE = [[0.06, 0.3], [0.3, 0.3], [0.3, 0.7], [0.06, 0.7]];
const LEAST = 0.05;
const PICTURELESS = ["off", "starting", "failed"];
const view = { cameras: null, picture: null, seen: [], marks: true, kind: "region", dragging: null, region: null, test: null, address: "", hints: [], hinted: [] };
let timer = null;

const adviceText = (advice) => (knows(`advice.${advice.code}`) ? tell("advice", advice) : advice.code);

async function nextPicture(redraw) {
  clearTimeout(timer);
  const started = performance.now();
  if (document.visibilityState === "visible" && document.querySelector(".preview")) {
    const answer = await fetch(`/api/camera/frame.jpg?marks=${view.marks ? 1 : 0}&at=${Date.now()}`).catch(() => null);
    if (answer?.ok) {
      const old = view.picture;
      view.picture = URL.createObjectURL(await answer.blob());
      view.seen = JSON.parse(answer.headers.get("scheids-cards") ?? "[]");
      [view.hinted, view.hints] = [view.hints, JSON.parse(answer.headers.get("scheids-advice") ?? "[]")];
      if (old) setTimeout(() => URL.revokeObjectURL(old), 2000);
      redraw();
    } else [view.hinted, view.hints] = [[], []];
  }
  timer = setTimeout(() => nextPicture(redraw), Math.max(250, 700 - (performance.now() - started)));
}

/** Starts looking for cameras and showing the picture; called when the part opens. */
export async function openCamera(redraw) {
  nextPicture(redraw);
  if (view.cameras === null && table.snapshot?.you?.role === "host") {
    view.cameras = (await trying(request("GET", "/api/cameras")))?.cameras ?? [];
    redraw();
  }
}

export const closeCamera = () => clearTimeout(timer);

const put = (change) => trying(request("PUT", "/api/camera", change));

function cameraList(camera, redraw) {
  const choose = async (spec) => {
    await put({ spec });
    view.address = "";
    redraw();
  };
  const typed = ({ target }) => {
    view.address = target.value;
    redraw();
  };
  const current = camera?.spec ?? null;
  return h("section", { class: "panel stack" }, h("h2", {}, t("ui.which-camera")),
    view.cameras === null ? h("p", { class: "muted" }, t("ui.looking-for-cameras")) : view.cameras.length === 0 ? null : h("div", { class: "cameras" },
      view.cameras.map((found) => h("button", { class: "camera-choice", "aria-pressed": String(String(found.spec) === String(current)), "data-key": String(found.spec), onclick: () => choose(String(found.spec)) },
        found.thumbnail ? h("img", { src: found.thumbnail, alt: "", width: 160, height: 90, loading: "lazy" }) : icon("camera"), h("span", {}, found.name ?? found.spec)))),
    current === null && camera?.state === "off" ? null : h("p", { class: camera.state === "failed" ? "notice bad" : "notice good" }, camera.state === "failed" ? cameraFault(camera) : t("ui.camera-in-use", { name: deviceName(camera.name) || current })),
    view.cameras?.length === 0 && camera?.state === "off" ? h("p", { class: "notice" }, t("ui.no-cameras")) : null,
    h("form", { class: "row", onsubmit: (event) => (event.preventDefault(), choose(view.address.trim())) },
      h("input", { type: "text", class: "grow", name: "spec", "aria-label": t("ui.camera-address"), placeholder: t("ui.camera-address"), value: view.address, oninput: typed }), h("button", { disabled: !view.address.trim() }, t("ui.use"))),
    h("div", { class: "row" }, h("button", { "aria-haspopup": "dialog", onclick: () => openPhoneCamera(() => put({ spec: null })) }, icon("phone"), t("ui.phone-as-camera")), current !== null ? [h("button", { "aria-pressed": String(camera.state === "paused"), onclick: () => attempt("camera-pause", { paused: camera.state !== "paused" }) }, t(camera.state === "paused" ? "ui.resume-camera" : "ui.pause-camera")), h("button", { onclick: () => choose(null) }, t("ui.without-camera"))] : null));
}

function handles(points, redraw) {
  const host = table.snapshot?.you?.role === "host";
  const place = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top].map((value, axis) => Math.min(1, Math.max(0, value / (axis ? box.height : box.width))));
  };
  const drawing = s("svg", { class: `region ${view.kind} ${marked() || view.region ? "" : "unmarked"}`, viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("polygon", { points: points.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ") }));
  const corners = host ? points.map(([x, y], index) => h("button", { class: "corner", "data-key": `corner-${index}`, style: { left: `${x * 100}%`, top: `${y * 100}%` }, "aria-label": t("ui.corner", { number: index + 1 }),
    onpointerdown: (event) => {
      view.dragging = index;
      event.currentTarget.closest(".preview").setPointerCapture(event.pointerId);
    },
    onkeydown: (event) => {
      const step = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, -0.01], ArrowDown: [0, 0.01] }[event.key];
      if (!step) return;
      event.preventDefault();
      movePoint(index, [x + step[0], y + step[1]].map((value) => Math.min(1, Math.max(0, value))), redraw);
      saveRegion();
    } })) : null;
  return { drawing, corners, move: (event) => view.dragging !== null && movePoint(view.dragging, place(event), redraw), up: () => view.dragging !== null && ((view.dragging = null), saveRegion()) };
}

/** The pile and the stock are watched as upright boxes: a corner takes its two neighbours along. */
function movePoint(index, [x, y], redraw) {
  const box = region();
  const [farX, farY] = box[(index + 2) % 4];
  const nearX = box[index][0] < farX ? Math.min(x, farX - LEAST) : Math.max(x, farX + LEAST);
  const nearY = box[index][1] < farY ? Math.min(y, farY - LEAST) : Math.max(y, farY + LEAST);
  view.region = box.map(([cornerX, cornerY]) => [cornerX === farX ? farX : nearX, cornerY === farY ? farY : nearY]);
  redraw();
}

const marked = () => table.snapshot?.camera?.[view.kind] ?? null;

/** Upper left, upper right, lower right and lower left corner of the box that is shown. */
function region() {
  const points = view.region ?? marked() ?? (view.kind === "region" ? WHOLE : ASIDE);
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, upper, lower] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
  return [[left, upper], [right, upper], [right, lower], [left, lower]];
}

async function saveRegion() {
  const saved = view.region;
  if (!saved) return;
  await put({ [view.kind]: saved.map(([x, y]) => [Number(x.toFixed(4)), Number(y.toFixed(4))]) });
  setTimeout(() => view.region === saved && (view.region = null), 600);
}

/** How the camera is doing as far as this page can show it: it opens until its first picture is here and was looked at. */
const shownState = (camera) => (camera?.state === "ok" && !view.picture ? "starting" : camera?.state ?? "off");

function preview(camera, redraw) {
  const { drawing, corners, move, up } = handles(region(), redraw);
  const host = table.snapshot?.you?.role === "host";
  const names = view.picture ? view.seen.map(({ card, at: [x, y] }) => h("span", { class: "seen-card", style: { left: `${x * 100}%`, top: `${y * 100}%` } }, card ? miniCard(card) : h("span", { class: "mini" }, h("b", {}, "?")))) : null;
  const ratio = camera?.width ? (camera.width / camera.height).toFixed(4) : null;
  const node = h("div", { class: "preview", style: ratio ? { "--ratio": ratio } : null }, view.picture ? h("img", { src: view.picture, alt: t("ui.preview-alt"), draggable: "false" }) : h("div", { class: "no-picture" }, icon("camera"), t(`camera.${shownState(camera)}`)), names, drawing, corners);
  node.onpointermove = move;
  node.onpointerup = node.onpointercancel = up;
  const kinds = [["region", "ui.pile-region"], ["stock_region", "ui.stock-region"]];
  return h("section", { class: "panel stack" }, h("div", { class: "row apart" }, h("h2", {}, t("ui.preview")), h("span", { class: `chip ${shownState(camera) === "ok" ? "good" : ""}` }, t(`camera.${shownState(camera)}`))),
    node,
    h("div", { class: "row" }, kinds.map(([kind, key]) => h("button", { "aria-pressed": String(view.kind === kind), onclick: () => ((view.kind = kind), (view.region = null), redraw()) }, t(key))),
      h("button", { "aria-pressed": String(view.marks), onclick: () => ((view.marks = !view.marks), redraw()) }, t("ui.show-seen-cards")),
      host ? h("button", { class: "quiet", "aria-pressed": String(!marked() && !view.region), onclick: () => ((view.region = null), put({ [view.kind]: null })) }, t(view.kind === "region" ? "ui.whole-picture" : "ui.stock-anywhere")) : null),
    h("p", { class: "small muted" }, t(view.kind === "region" ? "ui.region-hint" : "ui.stock-hint")));
}

/** What to change, each thing once: what the last two looks agree on, so that no sentence flickers, and what the test said. */
function advised(camera) {
  const lasting = view.marks && camera?.state !== "off" ? view.hints.filter(({ code }) => view.hinted.some((old) => old.code === code)) : [];
  const all = [...(camera?.advice ?? []), ...lasting, ...(view.marks ? [] : view.test?.advice ?? [])];
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index);
}

async function readTest(redraw) {
  view.test = { running: true };
  redraw();
  view.test = await trying(request("POST", "/api/camera/test"));
  redraw();
  if (view.test) toast(t("ui.test-done"));
}

function aiming(camera, redraw) {
  const advice = advised(camera);
  const cards = view.test?.cards;
  return h("section", { class: "panel stack" }, h("h2", {}, t("ui.aiming")),
    advice.length ? h("ul", { class: "advice", role: "status" }, advice.map((line) => h("li", { class: "notice" }, adviceText(line)))) : h("p", { class: shownState(camera) === "ok" ? "notice good" : "muted" }, t({ ok: "ui.aim-good", starting: "camera.starting" }[shownState(camera)] ?? "ui.aim-none")),
    h("p", {}, t("ui.test-note")),
    h("div", { class: "row" }, h("button", { class: "primary", disabled: camera?.state !== "ok" || view.test?.running, onclick: () => readTest(redraw) }, icon("check"), t("ui.read-test"))),
    cards ? h("ul", { class: "read-cards" }, cards.length ? cards.map((seen) => h("li", { class: "chip" }, seen.card ? cardName(seen.card) : t("ui.unreadable", { reason: t(`unreadable.${seen.reason ?? "unknown"}`) }), seen.card && seen.confidence ? ` ${Math.round(seen.confidence * 100)} %` : "")) : h("li", { class: "muted" }, t("ui.test-nothing"))) : null,
    camera?.width ? h("p", { class: "small muted number" }, `${deviceName(camera.name) ?? camera.spec} · ${camera.width} × ${camera.height} · ${Math.round(camera.fps ?? 0)} fps`) : null);
}

/** The part of the setup page that is about the camera. */
export function cameraPart(redraw) {
  const { camera, you } = table.snapshot;
  if (PICTURELESS.includes(camera?.state)) view.picture = null;
  if (you.role === "guest") return h("p", { class: "panel muted" }, t("error.join-first"));
  return h("div", { class: "camera-part" }, h("div", { class: "stack" }, you.role === "host" ? [cameraList(camera, redraw), packChoice(redraw)] : null, aiming(camera, redraw)), preview(camera, redraw));
}
