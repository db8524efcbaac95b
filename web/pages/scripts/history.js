// The dispute: everything that happened in a round, why, and what may be laid now.
import { h, show } from "./element.js";
import { cardGrid } from "./card-grid.js";
import { connect, onTable, request, table } from "./connection.js";
import { askSuit, openCorrection } from "./correction.js";
import { actorName, effectSentences, entryLine, explanation, isRevision, pictures, reasonSentences, storySentence, verdictChip, whatHappened } from "./entries.js";
import { cardFace } from "./faces.js";
import { icon } from "./icons.js";
import { mayPrecede, openInsertion } from "./insertion.js";
import { joined } from "./joining.js";
import { t, tell } from "./language.js";
import { attempt, frame, openDialog, trying } from "./page.js";

const main = frame("history");
let view = location.hash === "#lay" ? "lay" : "entries";
let past = null;
let whole = null;
let chosenRound = null;
let lay = null;
let asked = null;

function why(entry) {
  return openDialog(t("ui.why"), (close) => [
    entry.card ? h("div", { class: "why-face" }, cardFace(entry.card)) : null,
    entryLine(entry), pictures(entry),
    entry.explanations?.length ? h("section", { class: "stack" }, h("h3", {}, t("ui.stories")), h("ol", { class: "stories" }, entry.explanations.map((story) =>
      h("li", { class: story.chosen ? "chosen-story" : "" }, storySentence(story), " ", verdictChip(story), story.chosen ? h("span", { class: "chip" }, t("ui.taken-story")) : null)))) : null,
    entry.corrected ? h("p", { class: "notice" }, t("ui.corrected-by", { name: actorName(entry.corrected.by) })) : null,
    joined() && !past ? h("div", { class: "row end" }, h("button", { class: "primary", onclick: () => (close(), openCorrection(entry)) }, icon("edit"), t("ui.put-right"))) : null,
  ]);
}

/** What a revision changed in the verdicts after it. */
function changed(entry, all) {
  const events = new Set((entry.changes ?? []).filter(({ what, before }) => before && (what === "legal" || what === "reasons")).map(({ event }) => event));
  if (!events.size) return null;
  const turned = entry.changes.filter(({ what, before }) => before && what === "legal");
  const told = ({ event, after }) => {
    const other = all.find((one) => one.event === event && !isRevision(one));
    return other ? h("li", {}, `${whatHappened(other)}${t("ui.colon")}`, h("b", {}, t(after === "true" ? "ui.allowed" : "ui.not-allowed"))) : null;
  };
  return h("div", { class: "notice", role: "status" }, t("ui.judged-again", { count: events.size }), turned.length ? h("ul", {}, turned.map(told)) : null);
}

/** One tap that lets an entry count again as it was, or revokes what changed others. */
function restoring(entry) {
  if (entry.kind === "restored" || (isRevision(entry) && entry.legal === false)) return null;
  const gone = entry.status === "undone" || entry.status === "removed";
  if (!isRevision(entry) && !gone && entry.status !== "corrected") return null;
  const words = isRevision(entry) ? (gone ? "ui.hold-again" : "ui.revoke") : gone ? "ui.restore" : "ui.restore-recorded";
  return h("button", { onclick: () => attempt("restore", { event: entry.event }, t("ui.restored")) }, icon("undo"), t(words));
}

function tools(entry, all) {
  const acting = joined() && !past;
  if (isRevision(entry)) return h("div", { class: "row" }, changed(entry, all), acting ? restoring(entry) : null);
  return h("div", { class: "row" },
    pictures(entry, ["crop"]),
    h("button", { onclick: () => why(entry) }, icon("ask"), t("ui.why")),
    acting && entry.status !== "undone" && entry.status !== "removed" ? h("button", { onclick: () => openCorrection(entry) }, icon("edit"), t("ui.not-right")) : null,
    acting ? restoring(entry) : null,
    acting && mayPrecede(entry) ? h("button", { onclick: () => openInsertion(entry) }, icon("plus"), t("ui.insert-before")) : null);
}

/** A tap on an entry: why it was judged so and, for who may act, everything that can be put right about it. */
function opened(entry) {
  if (isRevision(entry)) return null;
  const standing = entry.status !== "undone" && entry.status !== "removed";
  return () => (joined() && !past && standing ? openCorrection(entry) : why(entry));
}

async function chooseRound(number) {
  chosenRound = number;
  past = null;
  if (number !== null) {
    past = (await trying(request("GET", `/api/history?round=${number}`)))?.history ?? [];
  }
  draw();
}

function rounds(snapshot) {
  const now = snapshot.round?.number ?? null;
  const numbers = (snapshot.scores?.rounds ?? []).map(({ number }) => number).filter((number) => number !== now);
  if (!numbers.length || !joined()) return null;
  return h("div", { class: "row rounds", role: "group", "aria-label": t("ui.rounds") },
    numbers.map((number) => h("button", { "aria-pressed": String(chosenRound === number), onclick: () => chooseRound(number) }, t("ui.round", { number }))),
    h("button", { "aria-pressed": String(chosenRound === null), onclick: () => chooseRound(null) }, t("ui.this-round")));
}

function entries(snapshot) {
  const all = past ?? whole ?? snapshot.history ?? [];
  const shown = [...all].reverse();
  return [rounds(snapshot),
    joined() && !past && shown.length ? h("div", { class: "row" }, h("button", { onclick: () => attempt("undo", { count: 1 }, t("ui.undone")) }, icon("undo"), t("ui.undo-last"))) : null,
    shown.length ? h("ol", { class: "entries", reversed: true }, shown.map((entry) => h("li", { "data-key": `${entry.event}${isRevision(entry) ? "-revision" : ""}` }, entryLine(entry, tools(entry, all), opened(entry))))) : h("p", { class: "panel muted" }, t("ui.nothing-yet"))];
}

/** The snapshot holds the newest entries only; all of the round are put right here. */
async function fetchRound() {
  if (table.snapshot?.match) whole = (await request("GET", "/api/history").catch(() => null))?.history ?? null;
  draw();
}

async function askLay() {
  lay = null;
  const player = table.snapshot?.round?.turn;
  if (!player || table.snapshot.phase !== "playing") return;
  lay = await trying(request("GET", `/api/ask/lay?player=${encodeURIComponent(player)}`));
  draw();
}

async function whatIf(card, names) {
  const query = names ? `&names=${names}` : "";
  const answer = await trying(request("GET", `/api/ask/what-if?card=${card}${query}`));
  if (answer) asked = { card, names, ...answer };
  draw();
  document.querySelector(".what-if")?.scrollIntoView({ block: "nearest" });
}

function layAnswer() {
  if (!asked) return h("p", { class: "muted" }, t("ui.tap-a-card"));
  const naming = Boolean(asked.names) || (asked.effects ?? []).some(({ code }) => code === "must-name-suit");
  return h("div", { class: "what-if", "data-key": asked.card },
    cardFace(asked.card, { class: "what-if-face" }),
    h("div", { class: "stack" }, h("h2", {}, t("ui.what-if", { card: asked.card })), h("div", { class: "row" }, verdictChip(asked)), explanation(asked),
      asked.legal && asked.instruction ? h("p", {}, h("b", {}, t("ui.then")), " ", tell("instruction", asked.instruction)) : null,
      asked.legal && naming ? h("button", { onclick: () => askSuit(t("ui.do.name-suit"), (suit) => whatIf(asked.card, suit)) }, t("ui.with-suit")) : null));
}

function laying(snapshot) {
  if (!snapshot.round || snapshot.phase !== "playing") return h("p", { class: "panel muted" }, t("ui.no-round"));
  const verdicts = lay?.cards ?? {};
  const legal = Object.values(verdicts).filter((verdict) => verdict.legal).length;
  const look = (card) => {
    const verdict = verdicts[card];
    if (!verdict) return {};
    const sentences = verdict.legal ? effectSentences(verdict) : reasonSentences(verdict).map(({ text }) => text);
    return { class: `${verdict.legal ? "may" : "may-not"} ${asked?.card === card ? "asked" : ""}`, note: [t(verdict.legal ? "ui.allowed" : "ui.not-allowed"), ...sentences].join(". ") };
  };
  return h("section", { class: "panel stack" },
    h("h2", {}, t("ui.may-lay", { player: snapshot.round.turn })),
    h("p", { class: "muted" }, lay ? t("ui.may-lay-count", { count: legal }) : "…"),
    h("div", { class: "legend row small" }, h("span", { class: "legend-may" }, icon("check"), t("ui.allowed")), h("span", { class: "legend-may-not" }, icon("cross"), t("ui.not-allowed"))),
    cardGrid((card) => whatIf(card), look),
    h("div", { role: "status" }, layAnswer()));
}

function choose(next) {
  view = next;
  history.replaceState(null, "", next === "lay" ? "#lay" : "#");
  draw();
}

function draw() {
  const { snapshot } = table;
  if (!snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  const tab = (name) => h("button", { role: "tab", id: `tab-${name}`, "aria-selected": String(view === name), "aria-controls": "view", onclick: () => choose(name) }, t(`ui.view.${name}`));
  show(main, h("div", { class: "page" }, h("h1", { class: "for-readers" }, t("ui.tab.history")), h("div", { class: "row", role: "tablist", "aria-label": t("ui.tab.history") }, tab("entries"), tab("lay")),
    h("div", { id: "view", role: "tabpanel", "aria-labelledby": `tab-${view}`, class: "stack", "data-key": view }, view === "lay" ? laying(snapshot) : entries(snapshot))));
}

addEventListener("hashchange", () => choose(location.hash === "#lay" ? "lay" : "entries"));

let seenVersion = null;
onTable(({ snapshot }) => {
  if (seenVersion !== snapshot.version) {
    seenVersion = snapshot.version;
    asked = null;
    fetchRound();
    askLay();
  }
  draw();
});
draw();
connect();
