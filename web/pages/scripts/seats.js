// The table as seated: who sits where, cards in each hand, flags, the pile in the middle and the way round.
import { h, s } from "./element.js";
import { cardFace } from "./faces.js";
import { icon } from "./icons.js";
import { rankName, t } from "./language.js";
import { suitChip } from "./suits.js";

const SWEEP = 86;
const ROOMY = 8;

function arc(start) {
  const point = (degrees, radius) => [radius * Math.sin((degrees * Math.PI) / 180), -radius * Math.cos((degrees * Math.PI) / 180)].map((value) => value.toFixed(1)).join(" ");
  const end = start + SWEEP;
  return [
    s("path", { class: "ring-arc", d: `M${point(start, 90)}A90 90 0 0 1 ${point(end, 90)}` }),
    s("path", { class: "ring-head", d: `M${point(end - 1, 80)}L${point(end + 14, 90)}L${point(end - 1, 100)}Z` }),
  ];
}

/** The ring of arrows around the pile; its word stands beside it, so it is hidden from readers. */
function directionRing(direction) {
  return s("svg", { class: `ring ${direction}`, viewBox: "-104 -104 208 208", "aria-hidden": "true" },
    s("g", { class: "ring-turning" }, [16, 136, 256].map(arc)));
}

/** Direction in word, colour and arrow: green with the clock, orange against it. */
export function directionChip(direction) {
  return h("span", { class: `chip direction ${direction}` }, h("b", { "aria-hidden": "true" }, direction === "clockwise" ? "↻" : "↺"), t(`ui.direction.${direction}`));
}

function fan(count) {
  const shown = Math.min(count, 9);
  const step = shown > 1 ? Math.min(12, 60 / (shown - 1)) : 0;
  return s("svg", { class: "fan", viewBox: "-56 -46 112 56", "aria-hidden": "true" },
    Array.from({ length: shown }, (_, place) => s("rect", { class: "fan-card", x: -11, y: -42, width: 22, height: 32, rx: 3, transform: `rotate(${((place - (shown - 1) / 2) * step).toFixed(1)} 0 26)` })));
}

/** One card left: with a tick once it has been said, with a warning sign while it has not. */
export const lastCardChip = (player) => h("span", { class: `chip ${player.announced ? "good" : "warn"}` }, icon(player.announced ? "check" : "warning"), t("ui.last-card"), h("span", { class: "for-readers" }, t(player.announced ? "ui.last-card-said" : "ui.last-card-not-said")));

function flags(player, round) {
  const owed = round.pending > 0 && (round.pending_player ?? round.turn) === player.name;
  return [
    player.turn ? h("span", { class: "chip turn" }, t("ui.on-turn")) : null,
    owed ? h("span", { class: "chip bad" }, t("ui.owes", { count: round.pending })) : null,
    player.announced || player.cards === 1 ? lastCardChip(player) : null,
    player.dealer ? h("span", { class: "chip quiet-chip" }, t("ui.dealer")) : null,
  ];
}

function seat(player, round, place, open) {
  const inside = [h("span", { class: "seat-name" }, player.name),
    h("span", { class: "seat-hand" }, fan(player.cards), h("b", { class: "number", "aria-hidden": "true" }, player.cards), h("span", { class: "for-readers" }, t("ui.cards-in-hand", { count: player.cards }))),
    h("span", { class: "seat-flags" }, flags(player, round))];
  return h("li", { "data-key": player.name, "aria-current": player.turn ? "true" : null, style: place },
    h(open ? "button" : "div", { class: `seat${player.turn ? " on-turn" : ""}`, onclick: open ? () => open(player.name) : null, title: open ? t("ui.act-for", { player: player.name }) : null }, inside));
}

/** What must be followed: the named suit, any card, or suit and rank of the top card. */
export function toFollow(round) {
  if (round.named_rank) return [h("span", { class: "muted" }, t("ui.named-rank")), " ", h("b", {}, rankName(round.named_rank))];
  if (round.any_card) return h("b", {}, t("ui.any-card"));
  if (!round.suit) return null;
  return [h("span", { class: "muted" }, t(round.named_suit ? "ui.named-suit" : "ui.suit-to-follow")), " ", suitChip(round.suit), round.bound ? h("span", {}, " ", t(`ui.bound.${round.bound}`, { rank: round.rank })) : null];
}

/** A place on an oval moved out towards the corners, where the room is. */
const bulged = (value) => (Math.sign(value) * Math.abs(value) ** 0.75).toFixed(4);

/** The whole table, first seat at the top; `open(player)` is called for a tapped player whom this screen `serves`. */
export function seating(snapshot, open, serves) {
  const { players, round } = snapshot;
  const ordered = [...players].sort((a, b) => a.seat - b.seat);
  const places = ordered.map((player, index) => {
    const radians = (index * 2 * Math.PI) / ordered.length;
    const across = Math.sin(radians);
    // On a narrow screen an oval has no room: there the seats stand in two columns, equally far below one another.
    return { "--x": bulged(across), "--y": bulged(-Math.cos(radians)),
      "--column": Math.max(-1, Math.min(1, 1.42 * across)).toFixed(4), "--row": (1 - 2 * Math.abs(1 - (2 * index) / ordered.length)).toFixed(4) };
  });
  return h("div", { class: `seating${ordered.length > ROOMY ? " crowded" : ""}`, style: { "--players": ordered.length } },
    h("div", { class: "seating-facts" }, directionChip(round.direction), h("div", { class: "follow" }, toFollow(round))),
    h("div", { class: "around" },
      h("ul", { class: "seats", "aria-label": t("ui.around-the-table") }, ordered.map((player, index) => seat(player, round, places[index], serves(player) ? open : null))),
      h("div", { class: "middle" },
        directionRing(round.direction),
        round.top ? cardFace(round.top, { class: "top-card", "data-key": `${round.top}-${round.pile_count}` }) : h("div", { class: "no-card" }, t("ui.no-card")))));
}
