// Card faces drawn here from simple shapes: pips, court figures, joker and back.
import { h, s } from "./element.js";
import { cardName, rankIndex } from "./language.js";
import { suitMark, suitShape } from "./suits.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

const L = 82, M = 125, R = 168;
const PIPS = {
  A: [[M, 175, 100]],
  2: [[M, 82], [M, 268]],
  3: [[M, 82], [M, 175], [M, 268]],
  4: [[L, 82], [R, 82], [L, 268], [R, 268]],
  5: [[L, 82], [R, 82], [M, 175], [L, 268], [R, 268]],
  6: [[L, 82], [R, 82], [L, 175], [R, 175], [L, 268], [R, 268]],
  7: [[L, 82], [R, 82], [M, 128], [L, 175], [R, 175], [L, 268], [R, 268]],
  8: [[L, 82], [R, 82], [M, 128], [L, 175], [R, 175], [M, 222], [L, 268], [R, 268]],
  9: [[L, 78], [R, 78], [L, 141], [R, 141], [M, 175], [L, 209], [R, 209], [L, 272], [R, 272]],
  10: [[L, 78], [R, 78], [M, 110], [L, 141], [R, 141], [L, 209], [R, 209], [M, 240], [L, 272], [R, 272]],
};

/** Splits `10H` into rank and suit; a joker has neither. */
export function splitCard(card) {
  return card === "JOKER" || card === "BACK" ? [card, null] : [card.slice(0, -1), card.slice(-1)];
}

const HATS = {
  K: "M88 92l-4-40 20 18 21-30 21 30 20-18-4 40Z",
  Q: "M90 90c0-16 6-24 12-28l6 12 17-24 17 24 6-12c6 4 12 12 12 28Z",
  J: "M86 92c-4-26 16-44 40-42 30 2 42 16 40 30l-14-2 6 14Z",
};

function figure(rank, suit) {
  const robe = `suit-${suit}`;
  return s("g", {},
    s("path", { class: robe, d: "M58 175c2-34 24-50 67-50s65 16 67 50Z" }),
    s("path", { class: "face-gold", d: "M104 126l21 49 21-49-21-8Z" }),
    rank === "Q" ? s("path", { class: "face-hair", d: "M92 88c-8 30-8 44 2 54h62c10-10 10-24 2-54Z" }) : null,
    s("ellipse", { class: "face-skin", cx: 125, cy: 104, rx: 25, ry: 29 }),
    rank === "K" ? s("path", { class: "face-hair", d: "M101 108c2 30 14 38 24 38s22-8 24-38c-10 10-38 10-48 0Z" }) : null,
    rank === "J" ? s("path", { class: "face-hair", d: "M98 88c-6 22-6 34 0 40l6-38Zm54 0c6 22 6 34 0 40l-6-38Z" }) : null,
    s("path", { class: "face-ink", d: "M114 99h7v4h-7Zm15 0h7v4h-7Zm-9 19h10v3h-10Z" }),
    s("path", { class: "face-gold", d: HATS[rank] }),
    suitShape(suit, 125, rank === "J" ? 72 : 80, 16),
  );
}

function court(rank, suit) {
  return s("g", {},
    s("rect", { class: "face-frame", x: 50, y: 50, width: 150, height: 250, rx: 8 }),
    s("g", {}, figure(rank, suit)),
    s("g", { transform: "rotate(180 125 175)" }, figure(rank, suit)),
    suitShape(suit, 72, 76, 30), suitShape(suit, 178, 274, 30, true),
  );
}

function joker() {
  return s("g", {},
    s("path", { class: "face-joker-a", d: "M125 190c-50 0-58-40-58-70-22 2-30 18-30 30-8-44 22-66 52-58 4 20 18 34 36 40Z" }),
    s("path", { class: "face-joker-b", d: "M125 190c50 0 58-40 58-70 22 2 30 18 30 30 8-44-22-66-52-58-4 20-18 34-36 40Z" }),
    s("path", { class: "face-gold", d: "M84 190c-2-60 16-92 41-124 25 32 43 64 41 124Z" }),
    [[37, 154], [213, 154], [125, 62]].map(([cx, cy]) => s("circle", { class: "face-ink", cx, cy, r: 10 })),
    s("ellipse", { class: "face-skin", cx: 125, cy: 214, rx: 38, ry: 44 }),
    s("path", { class: "face-ink", d: "M106 200h10v7h-10Zm28 0h10v7h-10Zm-30 22c8 22 34 22 42 0-12 8-30 8-42 0Z" }),
    s("path", { class: "face-joker-a", d: "M72 262l20-12 14 16 19-14 19 14 14-16 20 12-20 32H92Z" }),
  );
}

function corner(rank, suit, turned) {
  const transform = turned ? "rotate(180 125 175)" : null;
  if (rank === "JOKER") {
    return s("g", { transform }, [..."JOKER"].map((letter, row) => s("text", { class: "face-index face-joker-index", x: 24, y: 40 + row * 21 }, letter)));
  }
  const index = rankIndex(rank);
  return s("g", { transform, class: `suit-${suit}` },
    s("text", { class: "face-index", x: 27, y: 47, textLength: index.length > 1 ? 36 : null, lengthAdjust: "spacingAndGlyphs" }, index),
    suitShape(suit, 27, 74, 30));
}

function back() {
  return s("g", {},
    s("rect", { class: "face-back", x: 14, y: 14, width: 222, height: 322, rx: 12 }),
    [0, 1, 2, 3, 4].map((row) => [0, 1, 2].map((column) => suitShape("D", 57 + column * 68, 47 + row * 64, 46))));
}

/** A whole card face as a picture with the card's name; `card` is written `10H`, `JOKER` or `BACK`. */
export function cardFace(card, properties = {}) {
  const [rank, suit] = splitCard(card);
  const inside = card === "BACK" ? back()
    : card === "JOKER" ? joker()
    : PIPS[rank] ? PIPS[rank].map(([x, y, size]) => suitShape(suit, x, y, size ?? 46, y > 180))
    : court(rank, suit);
  return s("svg", { viewBox: "0 0 250 350", role: "img", "aria-label": cardName(card), ...properties, class: `face ${properties.class ?? ""}` },
    s("rect", { class: "face-paper", x: 2, y: 2, width: 246, height: 346, rx: 20 }),
    inside,
    card === "BACK" ? null : [corner(rank, suit, false), corner(rank, suit, true)]);
}

/** A thumbnail for lists and grids: index and symbol only. The name is for readers of the screen. */
export function miniCard(card, properties = {}) {
  const [rank, suit] = splitCard(card);
  return h("span", { ...properties, class: `mini ${properties.class ?? ""}`, role: "img", "aria-label": cardName(card) },
    suit ? [h("b", { class: `suit-${suit}` }, rankIndex(rank)), suitMark(suit)]
      : card === "JOKER" ? jokerMark() : card === "BACK" ? s("svg", { class: "joker-mark", viewBox: "14 14 222 322", "aria-hidden": "true" }, back()) : h("b", {}, "?"));
}

/** The jester's cap that stands for a joker where there is no room for a face. */
function jokerMark() {
  return s("svg", { class: "joker-mark", viewBox: "20 40 210 160", "aria-hidden": "true" }, joker().children.length ? [...joker().childNodes].slice(0, 6) : null);
}
