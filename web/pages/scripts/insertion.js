// Putting in what was forgotten: a card, a draw, an announcement, a pass, in front of something that is known.
import { h } from "./element.js";
import { cardGrid } from "./card-grid.js";
import { table } from "./connection.js";
import { entryLine, isRevision } from "./entries.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { attempt, openDialog } from "./page.js";
import { SUITS, suitChip } from "./suits.js";

const EXCHANGES = ["show-hands", "swap-hands", "pass-hands", "give-one"];
const COUNTS = [1, 2, 3, 4, 5, 7, 10];

/** Whether something may be put in before this entry: anything but a round's beginning and what changes others. */
export const mayPrecede = (entry) => !isRevision(entry) && !["match-started", "round-started", "unreadable"].includes(entry.kind) && entry.reasons?.[0]?.code !== "turned-up";

const section = (title, buttons) => h("section", { class: "stack" }, h("h3", {}, t(title)), h("div", { class: "row" }, buttons));

/** A dialog that asks what happened before an entry, and by whom. */
export function openInsertion(entry) {
  const names = (table.snapshot?.players ?? []).map(({ name }) => name);
  let player = entry.player ?? names[0];
  return openDialog(t("ui.missing.title"), (close, redraw) => {
    const put = async (kind, payload = { player }) => {
      const answer = await attempt("insert", { before: entry.event, kind, payload }, t("ui.inserted"));
      if (answer.status !== "refused") close();
    };
    const who = (name) => h("button", { "data-key": name, "aria-pressed": String(name === player), onclick: () => ((player = name), redraw()) }, name);
    const pick = () => openDialog(t("ui.missing.laid"), (done) => cardGrid((card) => (done(), put("lay", { player, card }))));
    return [
      entryLine(entry),
      section("ui.missing.who", names.map(who)),
      section("ui.missing.laid", h("button", { class: "primary", onclick: pick }, icon("hand"), t("ui.fix.which-card"))),
      section("ui.missing.drew", COUNTS.map((count) => h("button", { "aria-label": t("ui.fix.count-is", { count }), onclick: () => put("draw", { player, count }) }, count))),
      section("ui.missing.other", [
        h("button", { onclick: () => put("pass") }, icon("pass"), t("ui.missing.passed")),
        h("button", { onclick: () => put("last-card") }, icon("last"), t("ui.missing.last-card"))]),
      section("ui.missing.suit", SUITS.map((suit) => h("button", { "data-key": suit, onclick: () => put("name-suit", { player, suit }) }, suitChip(suit)))),
      h("details", {}, h("summary", {}, t("ui.missing.table")), h("div", { class: "row" },
        EXCHANGES.map((kind) => h("button", { "data-key": kind, onclick: () => put("exchange", { kind }) }, t(`deed.${kind}`))),
        h("button", { onclick: () => put("reshuffle", {}) }, t("ui.do.reshuffle")))),
    ];
  });
}
