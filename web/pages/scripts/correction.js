// Putting right what was misread, wrongly attributed or did not happen.
import { h } from "./element.js";
import { cardGrid } from "./card-grid.js";
import { entryLine, hasStories, pictures, storySentence } from "./entries.js";
import { icon } from "./icons.js";
import { cardName, t } from "./language.js";
import { mayPrecede, openInsertion } from "./insertion.js";
import { attempt, openDialog } from "./page.js";
import { table } from "./connection.js";
import { SUITS, suitChip } from "./suits.js";

const CARD_KINDS = new Set(["laid", "seen", "taken-back"]);

/** Sends a correction of one entry and says that it was taken over. */
const correct = (entry, changes, close) => attempt("correct", { event: entry.event, changes }, t("ui.corrected")).then((answer) => answer.status !== "refused" && close());

/** A dialog that asks for one card and hands it to `picked`. */
export function askCard(title, picked, look) {
  return openDialog(title, (close) => cardGrid((card) => (close(), picked(card)), look));
}

/** A dialog that asks for a suit; nothing is picked when it is closed. */
export function askSuit(title, picked) {
  return openDialog(title, (close) => suitButtons((suit) => (close(), picked(suit))));
}

/** Four large buttons, each with symbol and name. */
export function suitButtons(picked) {
  return h("div", { class: "suit-buttons" }, SUITS.map((suit) => h("button", { class: "suit-button", "data-key": suit, onclick: () => picked(suit) }, suitChip(suit))));
}

function stories(entry, close) {
  if (!hasStories(entry)) return null;
  return section("ui.fix.story", entry.explanations.map((story) =>
    h("button", { "aria-pressed": String(Boolean(story.chosen)), onclick: () => attempt("choose", { event: entry.event, choice: story.key }, t("ui.corrected")).then(close) },
      storySentence(story), h("span", { class: "small unbroken" }, `(${t(story.legal ? "ui.allowed" : "ui.not-allowed")})`))));
}

function likelyCards(entry, close) {
  const likely = (entry.alternatives ?? []).map(([card]) => card).filter((card) => card !== entry.card).slice(0, 4);
  return section("ui.fix.card", [
    likely.map((card) => h("button", { onclick: () => correct(entry, { card }, close) }, cardName(card))),
    h("button", { onclick: () => askCard(t("ui.fix.which-card"), (card) => correct(entry, { card }, close)) }, icon("edit"), t("ui.fix.other-card")),
  ]);
}

function players(entry, close) {
  const names = (table.snapshot?.players ?? []).map((player) => player.name);
  return section("ui.fix.player", names.map((player) => h("button", { "aria-pressed": String(player === entry.player), onclick: () => player !== entry.player && correct(entry, { player }, close) }, player)));
}

function count(entry, close) {
  return section("ui.fix.count", [1, 2, 3, 4, 5, 7, 10].concat(entry.count > 10 ? entry.count : []).map((number) =>
    h("button", { "aria-pressed": String(number === entry.count), "aria-label": t("ui.fix.count-is", { count: number }), onclick: () => number !== entry.count && correct(entry, { count: number }, close) }, number)));
}

const section = (title, buttons) => h("section", { class: "stack" }, h("h3", {}, t(title)), h("div", { class: "row" }, buttons));

/** Everything that can be put right about an entry, in one dialog. */
export function openCorrection(entry) {
  const laid = CARD_KINDS.has(entry.kind);
  return openDialog(t("ui.fix.title"), (close) => [
    entryLine(entry),
    pictures(entry),
    stories(entry, close),
    laid ? likelyCards(entry, close) : null,
    entry.player ? players(entry, close) : null,
    entry.kind === "drawn" ? count(entry, close) : null,
    laid ? section("ui.fix.announcement", [
      h("button", { "aria-pressed": String(Boolean(entry.last_card)), onclick: () => correct(entry, { last_card: !entry.last_card }, close) }, icon("last"), t("ui.fix.said-last-card"))]) : null,
    (laid && entry.names === "suit") || entry.kind === "suit-named" ? section("ui.fix.suit", SUITS.map((suit) =>
      h("button", { "aria-pressed": String(suit === entry.suit), onclick: () => correct(entry, entry.kind === "suit-named" ? { suit } : { names: suit }, close) }, suitChip(suit)))) : null,
    section("ui.fix.whole", [
      h("button", { class: "danger", onclick: () => attempt("remove", { event: entry.event }, t("ui.corrected")).then(close) }, icon("trash"), t("ui.fix.did-not-happen")),
      mayPrecede(entry) ? h("button", { onclick: () => (close(), openInsertion(entry)) }, icon("plus"), t("ui.insert-before")) : null]),
  ]);
}
