// What a player may do now, as buttons; the same on the phone and on the big screen.
import { h } from "./element.js";
import { request } from "./connection.js";
import { askCard, askSuit, suitButtons } from "./correction.js";
import { icon } from "./icons.js";
import { t, tell } from "./language.js";
import { attempt, openDialog, trying } from "./page.js";

const PICTURES = { draw: "draw", pass: "pass", "last-card": "last", exchange: "swap", "take-back": "back", reshuffle: "undo", lay: "hand" };
const ORDER = ["name-suit", "draw", "last-card", "pass", "exchange", "reshuffle", "take-back"];

/** The words on the button of one allowed action. */
export function actionWords({ kind, payload }) {
  if (kind === "draw") return t("ui.do.draw", { count: payload?.count ?? 1 });
  if (kind === "exchange") return t(payload?.to ? "ui.do.exchange-with" : "ui.do.exchange", payload ?? {});
  return t(`ui.do.${kind}`);
}

function merged(may) {
  const seen = new Set();
  return may.filter(({ kind, payload }) => {
    const sameness = kind === "name-suit" ? kind : JSON.stringify([kind, payload]);
    return !seen.has(sameness) && seen.add(sameness);
  }).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Buttons for everything in `player.may`; the first thing asked for on turn is the primary one. */
export function actionButtons(player) {
  const may = merged(player.may ?? []).filter(({ kind }) => kind !== "lay");
  const main = may.find(({ kind }) => kind !== "last-card");
  return h("div", { class: "actions", "data-key": `actions-${player.name}` }, may.map((action) => {
    const { kind, payload } = action;
    if (kind === "name-suit") {
      return h("div", { class: "suit-choice", "data-key": "name-suit" }, h("p", { class: "action-title" }, t("ui.do.name-suit")),
        suitButtons((suit) => attempt("name-suit", { player: player.name, suit })));
    }
    return h("button", { class: `action ${kind} ${action === main && player.turn ? "primary" : ""}`, "data-key": `${kind}-${JSON.stringify(payload)}`, onclick: () => attempt(kind, payload ?? { player: player.name }) },
      icon(PICTURES[kind] ?? "check"), actionWords(action));
  }));
}

/** Reports a card that the camera did not see: pick it, name a suit where it asks for one. */
export async function reportCard(player) {
  const answer = await trying(request("GET", `/api/ask/lay?player=${encodeURIComponent(player)}`));
  const verdicts = answer?.cards ?? {};
  const look = (card) => (verdicts[card] ? { class: verdicts[card].legal ? "may" : "may-not", note: t(verdicts[card].legal ? "ui.allowed" : "ui.not-allowed") } : {});
  await askCard(t("ui.do.lay"), async (card) => {
    const names = (verdicts[card]?.effects ?? []).some(({ code }) => code.includes("name"));
    if (names && verdicts[card].legal) await askSuit(t("ui.do.name-suit"), (suit) => attempt("lay", { player, card, names: suit }));
    else await attempt("lay", { player, card });
  }, look);
}

/** The ways on from an illegal card, as buttons. */
export function waysOn(entry, correct) {
  return h("div", { class: "ways" }, (entry.ways_on ?? []).map((way, index) =>
    h("button", { class: index === 0 ? "primary" : "", "data-key": way.code + index, onclick: () => (way.action ? attempt(way.action.kind, way.action.payload) : correct(entry)) }, tell("way", way))));
}

/** A dialog with all actions of one player, for somebody without a phone. */
export function openPlayer(name, find) {
  return openDialog(name, (close) => {
    const player = find(name);
    if (!player) return null;
    return h("div", { class: "stack", onclick: (event) => event.target.closest(".action, .suit-button") && setTimeout(close, 150) },
      actionButtons(player),
      h("button", { class: "action", onclick: () => (close(), reportCard(name)) }, icon("hand"), t("ui.do.lay")));
  });
}
