// Cards that a picture of a hand shows and that were not read: somebody names each, or says that it is none of the hand.
import { h } from "./element.js";
import { redraw, table } from "./connection.js";
import { cardGrid } from "./card-grid.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { cardName, t } from "./language.js";
import { openDialog } from "./page.js";

const WIDE = 96;
const MARGIN = 0.08;
const LIKELY = 0.3;

const kept = new Map();
const round = () => `${table.snapshot?.match}/${table.snapshot?.round?.number}`;

/** A small picture of what lies in a quad, given as fractions of the whole picture. */
function cutOut(whole, quad) {
  const [across, down] = [0, 1].map((axis) => quad.map((corner) => corner[axis]));
  const [left, right] = [Math.max(0, Math.min(...across) - MARGIN / 2), Math.min(1, Math.max(...across) + MARGIN / 2)];
  const [upper, lower] = [Math.max(0, Math.min(...down) - MARGIN / 2), Math.min(1, Math.max(...down) + MARGIN / 2)];
  const [width, height] = [(right - left) * whole.width, (lower - upper) * whole.height];
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: Math.max(1, Math.round((WIDE * height) / width)) });
  canvas.getContext("2d").drawImage(whole, left * whole.width, upper * whole.height, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}

/** Remembers what was not read in the newest picture of a player's hand; `picture` is that picture, if there is one. */
export async function keepUnread(player, cards, picture) {
  const whole = cards.length && picture ? await createImageBitmap(picture).catch(() => null) : null;
  const found = cards.map(({ quad, alternatives }) => ({
    picture: whole ? cutOut(whole, quad) : null,
    guess: alternatives?.[0]?.[1] >= LIKELY ? alternatives[0][0] : null,
  }));
  kept.set(player, { round: round(), found });
  redraw();
}

function drop(player, one) {
  const mine = kept.get(player);
  if (mine) mine.found = mine.found.filter((other) => one && other !== one);
  redraw();
}

/** Forgets what was not read: the hand was confirmed as it is. */
export const forgetUnread = (player) => drop(player, null);

/** What is still to be named or waved away; `add(card)` puts a card into the hand. */
export function unreadCards(player, add) {
  const mine = kept.get(player);
  if (!mine || mine.round !== round() || !mine.found.length) return null;
  const named = (one) => (card) => (drop(player, one), add(card));
  return h("section", { class: "notice stack unread", "data-key": "unread", "aria-label": t("ui.unread-title") },
    h("p", { role: "status" }, t("ui.unread-cards", { count: mine.found.length })),
    h("ul", {}, mine.found.map((one, index) => h("li", { "data-key": `unread-${index}-${mine.found.length}` },
      one.picture ? h("img", { src: one.picture, alt: t("ui.unread-picture", { number: index + 1 }) }) : icon("ask"),
      one.guess ? h("button", { "aria-label": cardName(one.guess), onclick: () => named(one)(one.guess) }, miniCard(one.guess, { "aria-hidden": "true" })) : null,
      h("button", { class: "grow", onclick: () => openDialog(t("ui.which-card"), (close) => cardGrid((card) => (close(), named(one)(card)))) }, t("ui.which-card")),
      h("button", { class: "danger", "aria-label": t("ui.not-in-hand"), title: t("ui.not-in-hand"), onclick: () => drop(player, one) }, icon("cross"))))),
    mine.found.length > 1 ? h("button", { onclick: () => forgetUnread(player) }, icon("cross"), t("ui.none-in-hand")) : null);
}
