// Teaching a pack: its cards are laid before the camera or photographed, and ticked one by one.
import { h, show } from "./element.js";
import { cardGrid } from "./card-grid.js";
import { connect, onTable, request, table } from "./connection.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { keepAwake } from "./joining.js";
import { cardName, t } from "./language.js";
import { confirmed, frame, refusal, toast, trying } from "./page.js";
import { packList, packPath } from "./packs.js";
import { shrunk } from "./photographs.js";
import { ring } from "./sounds.js";

const main = frame("teach");
const PAUSE = 450;
const state = { name: decodeURIComponent(location.hash.slice(1)) || null, pack: null, watching: true, picture: null, reading: 0, asking: null };
let timer = null;

const host = () => table.snapshot?.you?.role === "host";
const seeing = () => table.snapshot?.camera?.state === "ok" || table.snapshot?.camera?.state === "paused";
const cropOf = (one) => `${packPath(state.name)}/cards/${one.number}.jpg`;

function open(name) {
  Object.assign(state, { name, pack: null, asking: null });
  history.replaceState(null, "", name ? `#${encodeURIComponent(name)}` : "/teach");
  load();
  draw();
}

async function load() {
  clearTimeout(timer);
  if (!state.name || !host()) return;
  take(await trying(request("GET", packPath(state.name))));
  if (!state.pack) return open(null);
  keepAwake();
  watch();
}

/** Takes in how the lesson stands; new cards are rung for, and read out where there is a voice. */
function take(pack) {
  if (!pack || pack.name !== state.name) return;
  const fresh = pack.new ?? [];
  state.pack = pack;
  if (state.asking && ![...pack.shown, ...pack.questions].some((one) => one.number === state.asking)) state.asking = null;
  if (fresh.some((one) => one.card)) ring("good");
  else if (fresh.length) ring("turn");
  draw();
}

// One picture after another, never two at once: the table looks at most as fast as it can.
async function watch() {
  clearTimeout(timer);
  const name = state.name;
  if (!name) return;
  if (state.watching && seeing() && document.visibilityState === "visible") {
    const answer = await fetch(`/api/camera/frame.jpg?at=${Date.now()}`).catch(() => null);
    if (answer?.ok) {
      const old = state.picture;
      state.picture = URL.createObjectURL(await answer.blob());
      if (old) setTimeout(() => URL.revokeObjectURL(old), 2000);
    }
    const found = await request("POST", `${packPath(name)}/look`, {}).catch((error) => (error.code === "no-camera" || error.code === "offline" ? null : (toast(refusal(error), "bad"), (state.watching = false), null)));
    if (found) take(found);
    else draw();
  }
  if (state.name === name) timer = setTimeout(watch, PAUSE);
}

async function photographs(files) {
  for (const file of files) {
    state.reading += 1;
    draw();
    const form = new FormData();
    form.append("photo", await shrunk(file), "cards.jpg");
    form.append("name", state.name);
    const found = await trying(request("POST", "/api/packs/photo", form));
    state.reading -= 1;
    if (found && !found.new.length) toast(t("ui.teach-nothing"), "bad");
    take(found);
  }
  draw();
}

async function tell(one, card) {
  state.asking = null;
  const pack = await trying(request("POST", `${packPath(state.name)}/tell`, { number: one.number, card }));
  if (pack && card) ring("good");
  take(pack);
}

async function tapped(card) {
  const asked = question();
  if (asked) return tell(asked, card);
  if (!state.pack.counts[card]) return toast(t("ui.teach-lay", { card }));
  if (!(await confirmed(t("ui.teach-forget-sure", { card }), t("ui.teach-forget")))) return null;
  return take(await trying(request("POST", `${packPath(state.name)}/forget`, { card })));
}

async function done() {
  await trying(request("POST", `${packPath(state.name)}/done`, {}));
  open(null);
}

/** The card that has to be named: one that somebody wants changed, else the oldest one that is not known. */
const question = () => state.pack.shown.find((one) => one.number === state.asking) ?? state.pack.questions[0];

function asked(one) {
  if (!one) return null;
  const others = state.pack.questions.length - 1;
  return h("section", { class: "panel stack question", role: "group", "aria-label": t("ui.teach-which"), "data-key": `question-${one.number}` },
    h("div", { class: "row apart" }, h("h2", {}, t("ui.teach-which")), others > 0 ? h("span", { class: "chip number" }, t("ui.teach-more", { count: others })) : null),
    h("div", { class: "question-body" },
      h("img", { src: cropOf(one), alt: t("ui.teach-crop"), width: 96, height: 144 }),
      h("div", { class: "stack grow" },
        one.guesses.map(([card]) => h("button", { onclick: () => tell(one, card), "data-key": card }, miniCard(card, { "aria-hidden": "true" }), cardName(card))),
        h("p", { class: "small muted" }, t("ui.teach-tap")),
        h("div", { class: "row" }, h("button", { class: "quiet", onclick: () => tell(one, null) }, icon("cross"), t("ui.teach-no-card")),
          state.asking ? h("button", { class: "quiet", onclick: () => ((state.asking = null), draw()) }, t("ui.cancel")) : null))));
}

function eye() {
  const picture = seeing() && state.watching;
  return h("section", { class: "panel stack" },
    h("p", {}, t("ui.teach-how")),
    seeing() ? h("div", { class: "preview" }, state.picture ? h("img", { src: state.picture, alt: t("ui.preview-alt"), draggable: "false" }) : null, picture ? null : h("div", { class: "no-picture" }, icon("camera"), t("camera.paused")))
      : h("p", { class: "notice" }, t("ui.teach-no-camera")),
    h("div", { class: "row" },
      h("label", { class: "button photo-button" }, icon("camera"), t(state.reading ? "ui.reading-photo" : "ui.teach-photo"),
        h("input", { type: "file", class: "for-readers", accept: "image/*", multiple: true, disabled: state.reading > 0, onchange: (event) => photographs([...event.target.files]) })),
      seeing() ? h("button", { "aria-pressed": String(state.watching), onclick: () => ((state.watching = !state.watching), draw()) }, t("ui.teach-watch")) : h("a", { class: "button", href: "/setup#camera" }, t("ui.which-camera"))));
}

function learnt() {
  const shown = state.pack.shown.slice(0, 12);
  if (!shown.length) return null;
  return h("section", { class: "panel stack" }, h("h2", {}, t("ui.teach-seen")),
    h("ul", { class: "taught-list" }, shown.map((one) => h("li", { "data-key": String(one.number) },
      h("button", { class: "taught", "aria-label": t("ui.teach-change", { card: one.card }), onclick: () => ((state.asking = one.number), draw()) },
        h("img", { src: cropOf(one), alt: "", width: 48, height: 72 }), h("span", {}, miniCard(one.card, { "aria-hidden": "true" }), h("br", {}), cardName(one.card)))))));
}

function lesson() {
  const { counts } = state.pack;
  const known = Object.keys(counts).length;
  const most = known + state.pack.missing.length;
  return [
    h("div", { class: "row apart" }, h("h1", {}, state.name), h("span", { class: `chip number ${known === most ? "good" : ""}`, role: "status" }, t("ui.teach-known", { count: known, most }))),
    known === most ? h("p", { class: "notice good" }, t("ui.teach-all")) : null,
    h("div", { class: "lesson" },
      h("div", { class: "stack" }, asked(question()), eye()),
      h("div", { class: "stack" },
        h("section", { class: "panel stack teach-grid" }, cardGrid(tapped, (card) => (counts[card] ? { class: "picked ticked", count: 1, note: t("ui.teach-taught") } : {}), { whole: true })),
        learnt())),
    h("div", { class: "row end" }, h("button", { class: "primary", onclick: done }, icon("check"), t("ui.done"))),
  ];
}

function draw() {
  if (!table.snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  if (!host()) return show(main, h("div", { class: "page" }, h("p", { class: "panel muted" }, t("error.host-only"))));
  if (state.name && !state.pack) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  show(main, h("div", { class: "page" }, state.name ? lesson() : packList(open, draw)));
}

let begun = false;
onTable(() => {
  if (!begun) {
    begun = true;
    load();
  }
  draw();
});
draw();
connect();
