// All fifty-three faces as buttons, by suit; used to lay, correct, count a hand and ask.
import { h } from "./element.js";
import { miniCard, RANKS } from "./faces.js";
import { icon } from "./icons.js";
import { cardName, suitName } from "./language.js";
import { SUITS, suitMark } from "./suits.js";

/**
 * A grid of every face. `look(card)` may return `{class, count, note, disabled}`; the note joins the name for readers,
 * a count above zero is shown on the card, and the class `ticked` as a tick. `whole`: the suits are named beside their
 * rows, and the back is a card too.
 */
export function cardGrid(pick, look = () => ({}), { whole = false } = {}) {
  const key = (card) => {
    const { class: kind = "", count = 0, note = "", disabled = false } = look(card) ?? {};
    const label = [cardName(card), count > 1 ? `${count}×` : "", note].filter(Boolean).join(", ");
    return h("button", { class: `card-key ${kind}`, type: "button", disabled, "aria-label": label, "aria-pressed": count ? "true" : null, "data-key": card, title: note || null, onclick: () => pick(card) },
      miniCard(card, { "aria-hidden": "true" }), count > 1 ? h("span", { class: "card-count" }, count) : null, kind.includes("ticked") ? h("span", { class: "card-tick" }, icon("check")) : null);
  };
  const name = (suit) => (whole ? h("span", { class: "suit-name" }, suitMark(suit), " ", suitName(suit)) : null);
  return h("div", { class: "card-grid" },
    SUITS.map((suit) => [name(suit), h("div", { class: "card-row", role: "group", "aria-label": suitName(suit), "data-key": suit }, RANKS.map((rank) => key(rank + suit)))]),
    h("div", { class: "card-row", "data-key": "jokers" }, key("JOKER"), whole ? key("BACK") : null));
}
