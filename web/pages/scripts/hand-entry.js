// The cards left in a hand at the end of a round: tapped, or read from a photograph and then confirmed.
import { h } from "./element.js";
import { act, request, table } from "./connection.js";
import { cardGrid } from "./card-grid.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { cardName, knows, t, tell } from "./language.js";
import { attempt, toast, trying } from "./page.js";
import { shrunk } from "./photographs.js";
import { forgetUnread, keepUnread, unreadCards } from "./unread.js";

/** The cards of a hand may hide the pile, so that the camera thinks it was moved; it can read them all the same. */
const GIVES_PICTURES = new Set(["ok", "moved", "paused"]);

const draftOf = (player) => table.snapshot?.round_end?.drafts?.[player] ?? { cards: [], done: false };

/** How many of a card the packs in play hold. */
function most(card) {
  const { packs = 1, jokers = 2 } = table.snapshot?.rules ?? {};
  return (card === "JOKER" ? jokers : 1) * packs;
}

const unsaved = new Map();

/** The hand as it was last tapped here, though the table may not have shown it yet: fast taps build on each other. */
function tapped(player) {
  const mine = unsaved.get(player);
  return mine && !(mine.version <= table.snapshot.version) ? mine.cards : draftOf(player).cards;
}

async function save(player, cards, done) {
  const mine = { cards, version: Infinity };
  unsaved.set(player, mine);
  const answer = await attempt("enter-hand", { player, cards, done });
  mine.version = answer.status === "refused" ? 0 : answer.version;
  return answer;
}

/** Takes the cards that the table's own camera sees now for this player's hand. */
const readTable = (player) => readHand(player, request("POST", "/api/camera/hand"), async () => {
  const answer = await fetch("/api/camera/frame.jpg").catch(() => null);
  return answer?.ok ? answer.blob() : null;
});

async function readPhoto(player, file) {
  const form = new FormData();
  const picture = await shrunk(file);
  form.append("photo", picture, "hand.jpg");
  return readHand(player, request("POST", "/api/hand", form), () => picture);
}

/** A card that lies in both pictures is one card: what was read joins the hand, and no copy is counted twice. */
function joinedHands(hand, cards) {
  const added = [];
  for (const card of cards) if (count(cards, card) > count([...hand, ...added], card)) added.push(card);
  return { added, again: cards.filter((card, at) => cards.indexOf(card) === at && hand.includes(card)) };
}

/** Adds what was read to the hand, says what is new and what was there already, and asks about what was not read. */
async function readHand(player, answer, seenIn) {
  const wait = toast(t("ui.reading-photo"), "", true);
  const found = await trying(answer).finally(wait);
  if (!found) return;
  const cards = found.cards.map(({ card }) => card).filter((card) => card && card !== "BACK");
  const open = found.cards.filter(({ card }) => !card);
  await keepUnread(player, open, open.length ? await seenIn() : null);
  if (!found.cards.length) return toast(t("ui.test-nothing"), "bad");
  const hand = tapped(player);
  const { added, again } = joinedHands(hand, cards);
  if (added.length) await save(player, [...hand, ...added], false);
  toast([
    added.length ? t(hand.length ? "ui.photo-added" : "ui.photo-read", { count: added.length, which: added }) : t("ui.photo-nothing-new"),
    again.length && added.length ? t("ui.photo-seen-again", { which: again }) : "",
  ].filter(Boolean).join(" "));
}

/** A warning's sentence; one that is not in the catalogue shows its code. */
export const warningText = (warning) => (knows(`warning.${warning.code}`) ? tell("warning", warning) : warning.code);

/** The chosen cards as removable tiles. */
function chosen(cards, remove) {
  if (!cards.length) return h("p", { class: "muted" }, t("ui.hand-empty"));
  return h("ul", { class: "chosen", "aria-label": t("ui.chosen-cards") }, cards.map((card, index) =>
    h("li", { "data-key": `${card}-${index}` }, h("button", { class: "chosen-card", "aria-label": t("ui.remove-card", { card }), onclick: () => remove(card) }, miniCard(card, { "aria-hidden": "true" }), icon("cross")))));
}

const count = (cards, card) => cards.filter((other) => other === card).length;
const without = (card) => (cards) => cards.filter((_, at) => at !== cards.lastIndexOf(card));
const oneMore = (card) => (cards) => (count(cards, card) >= most(card) ? cards.filter((other) => other !== card) : [...cards, card]);

/** A grid to tap a hand together: `cards` are shown, every tap calls `change(edit)`, where `edit(cards)` gives the new hand. */
export function handGrid(cards, change) {
  return [chosen(cards, (card) => change(without(card))),
    cardGrid((card) => change(oneMore(card)), (card) => (count(cards, card) ? { class: "picked", count: count(cards, card) } : {}))];
}

/** What is doubtful about the end of the round itself, whoever's hand it is. */
export const roundWarnings = (snapshot) => (snapshot.round_end?.warnings ?? []).filter(({ params }) => !params?.player)
  .map((warning) => h("p", { class: "notice", role: "status" }, warningText(warning)));

/** One player's hand at the end of the round, as every screen sees it grow. */
export function handEntry(snapshot, player) {
  const draft = draftOf(player);
  const warnings = (snapshot.round_end?.warnings ?? []).filter(({ params }) => params?.player === player);
  const expected = snapshot.round_end?.counted?.[player];
  return h("section", { class: "panel stack hand-entry", "data-key": `hand-${player}` },
    h("div", { class: "row apart" }, h("h2", {}, t("ui.hand-of", { player })),
      h("span", { class: "chip number" }, t("ui.hand-sum", { count: draft.cards.length, points: draft.points ?? 0 }))),
    expected !== undefined && expected !== draft.cards.length ? h("p", { class: "small muted" }, t("ui.hand-expected", { count: expected })) : null,
    warnings.map((warning) => h("p", { class: "notice", role: "status" }, warningText(warning))),
    draft.cards.length > 1 ? h("div", { class: "row end" }, h("button", { class: "quiet", onclick: () => save(player, [], false) }, icon("cross"), t("ui.empty-hand"))) : null,
    unreadCards(player, (card) => count(tapped(player), card) < most(card) && save(player, [...tapped(player), card], false)),
    handGrid(draft.cards, (edit) => save(player, edit(tapped(player)), false)),
    h("div", { class: "row" },
      h("label", { class: "button photo-button" }, icon("camera"), t("ui.photograph-hand"),
        h("input", { type: "file", class: "for-readers", accept: "image/*", capture: "environment", onchange: ({ target }) => (target.files[0] && readPhoto(player, target.files[0]), (target.value = "")) })),
      GIVES_PICTURES.has(snapshot.camera?.state) ? h("button", { onclick: () => readTable(player) }, icon("table"), t("ui.from-table-camera")) : null,
      h("button", { class: draft.done ? "" : "primary", "aria-pressed": String(Boolean(draft.done)), onclick: () => (forgetUnread(player), save(player, tapped(player), !draft.done)) }, icon("check"), t(draft.done ? "ui.hand-done" : draft.cards.length ? "ui.hand-is-right" : "ui.hand-is-empty"))));
}

/** Ends the round with the drafts as they stand; players in `missing` count as having no card. */
export const endRound = (missing) => act("end-round", missing.length ? { hands: Object.fromEntries(missing.map((name) => [name, []])) } : {});

/** "QS 5H" in words, for lists. */
export const handInWords = (cards) => cards.map((card) => cardName(card)).join(", ");
