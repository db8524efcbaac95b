// The four suits: drawn shapes, order on the page, and a chip that always carries symbol and name.
import { h, s } from "./element.js";
import { suitName } from "./language.js";

export const SUITS = ["C", "D", "H", "S"];

const SHAPES = {
  H: "M0 46C-58 4-52-44-24-44-9-44-1-32 0-24 1-32 9-44 24-44 52-44 58 4 0 46Z",
  D: "M0-50C10-28 24-10 38 0 24 10 10 28 0 50-10 28-24 10-38 0-24-10-10-28 0-50Z",
  S: "M0-48C10-25 46-6 46 17 46 36 20 42 6 25 8 37 12 44 20 48H-20C-12 44-8 37-6 25-20 42-46 36-46 17-46-6-10-25 0-48Z",
  C:
    "M-21-27a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-46 8a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM4 8a21 21 0 1 1 42 0" +
    "a21 21 0 1 1-42 0ZM-9-18H9V16H-9ZM-5 8C-5 30-10 42-20 48H20C10 42 5 30 5 8Z",
};

/** The bare shape centred on the origin of a drawing, `size` units high. */
export function suitShape(suit, x, y, size, turned = false) {
  const scale = size / 100;
  const transform = `translate(${x} ${y}) scale(${turned ? -scale : scale})`;
  return s("path", { d: SHAPES[suit], transform, class: `suit-${suit}` });
}

/** A small picture of the suit for running text; the text beside it names it, so it is hidden from readers. */
export function suitMark(suit) {
  return s("svg", { class: "suit-mark", viewBox: "-52 -52 104 104", "aria-hidden": "true" }, s("path", { d: SHAPES[suit], class: `suit-${suit}` }));
}

/** Symbol and name together, on a white chip so that the suit colours keep their contrast. */
export function suitChip(suit) {
  return h("span", { class: "suit-chip" }, suitMark(suit), h("span", {}, suitName(suit)));
}
