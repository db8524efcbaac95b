// A rule set as one short sheet: the special cards, drawing, the last card, points and the match.
import { h } from "./element.js";
import { capital, formatNumber, listed, rankIndex, rankName, t } from "./language.js";
import { ALL_RANKS, deedsInWords, ranksInWords, readDeeds, readRanks, titleOf, valueInWords } from "./options.js";

const SHORT = ["hand_size", "packs", "jokers", "who_starts", "first_card", "drawn_card", "joker_suit", "announce", "announce_penalty", "special_last", "illegal_penalty", "match_rounds", "final_score"];
const rankTile = (rank) => h("span", { class: "mini rank-tile", "aria-hidden": "true" }, rank === "JOKER" ? "★" : rankIndex(rank));

/** Ranks with equal points together, dearest first; number cards at their face value make one row. */
function pointRows(values) {
  const face = ALL_RANKS.filter((rank) => /^\d+$/.test(rank) && Number(values[`points.${rank}`]) === Number(rank));
  const groups = new Map();
  for (const rank of ALL_RANKS.filter((other) => !face.includes(other))) {
    const points = Number(values[`points.${rank}`] ?? 0);
    groups.set(points, [...(groups.get(points) ?? []), rank]);
  }
  const rows = [...groups].sort(([a], [b]) => b - a).map(([points, ranks]) => [capital(listed(ranks.map(rankName))), formatNumber(points)]);
  if (face.length) rows.push([face.map(rankName).join(", "), t("ui.sheet.face-value")]);
  return rows;
}

function specialCards(values, changed) {
  const special = ALL_RANKS.filter((rank) => readDeeds(values[`effects.${rank}`]).length || readRanks(values.wild).includes(rank));
  return h("ul", { class: "sheet-cards" }, special.map((rank) => {
    const answers = readRanks(values[`answers.${rank}`] ?? "none");
    return h("li", { class: changed.has(`effects.${rank}`) ? "differs" : null }, rankTile(rank),
      h("span", {}, h("b", {}, capital(rankName(rank))), t("ui.colon"), deedsInWords(values[`effects.${rank}`]),
        readRanks(values.wild).includes(rank) ? `; ${t("ui.sheet.wild")}` : "",
        answers.length ? h("span", { class: "muted" }, ` (${t("ui.sheet.answered-by", { ranks: ranksInWords(values[`answers.${rank}`]) })})`) : null));
  }));
}

/** The sheet for `values`; names of options in `changed` are marked as the table's own. */
export function ruleSheet(rows, values, changed) {
  const byName = Object.fromEntries(rows.map((row) => [row.name, row]));
  return h("div", { class: "sheet-grid" },
    h("section", {}, h("h3", {}, t("ui.sheet.special")), specialCards(values, changed)),
    h("section", {}, h("h3", {}, t("ui.sheet.game")), h("dl", { class: "sheet-list" }, SHORT.filter((name) => byName[name] && !(name.endsWith("_penalty") && Number(values[name]) === 0)).map((name) =>
      h("div", { class: changed.has(name) ? "differs" : null }, h("dt", {}, titleOf(name)), h("dd", {}, valueInWords(byName[name], values[name])))))),
    h("section", {}, h("h3", {}, t("ui.sheet.points")), h("dl", { class: "sheet-list" }, pointRows(values).map(([ranks, points]) => h("div", {}, h("dt", {}, ranks), h("dd", { class: "number" }, points))))));
}
