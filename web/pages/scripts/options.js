// Rule options as this device tells them: titles, values in words, groups, and what differs from the sheet.
import { RANKS } from "./faces.js";
import { capital, formatNumber, knows, listed, rankName, t } from "./language.js";

export const DEEDS = ["draw", "others-draw", "draw-yourself", "skip", "play-again", "lay-suit", "reverse", "name-suit", "name-rank", "at-most", "at-least", "show-hands", "swap-hands", "pass-hands", "give-one"];
export const COUNTED = new Set(["draw", "others-draw", "draw-yourself"]);
export const ALL_RANKS = [...RANKS, "JOKER"];

const GROUPS = {
  deal: ["players_min", "players_max", "packs", "packs_from", "jokers", "hand_size", "who_starts", "next_dealer", "first_card"],
  cards: ["effects", "wild", "own_suit_only", "not_on_itself", "play_again", "again_draw", "reverse_with_two", "equal_together", "throw_in", "hands_go"],
  attack: ["answers", "adding_up", "reverse_answers", "poker_joker", "play_after_taking", "joker_suit"],
  draw: ["draw_when", "draw_at_most", "drawn_card", "extra_draw", "nothing_to_draw"],
  last: ["announce", "announce_penalty", "false_announcement_penalty", "special_last", "special_last_ranks", "special_last_penalty", "never_last", "illegal_penalty"],
  score: ["points", "doubling_last", "match_rounds", "match_points", "final_score"],
};
export const GROUP_NAMES = Object.keys(GROUPS);

/** The group that an option's field belongs to; one that is new to these pages comes with the cards. */
export const groupOf = (row) => GROUP_NAMES.find((name) => GROUPS[name].includes(row.field)) ?? "cards";

/** `effects.7` is "7: what the card does". */
export function titleOf(name, fallback = name) {
  const [field, rank] = name.split(".");
  const title = knows(`option.${field}.title`) ? t(`option.${field}.title`) : fallback;
  return rank ? `${capital(rankName(rank))}${t("ui.colon")}${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}

export const descriptionOf = (row) => (knows(`option.${row.field}.description`) ? t(`option.${row.field}.description`) : row.description ?? "");

/** `draw 2 + skip` as a list of deeds with counts. */
export function readDeeds(text) {
  return String(text).split("+").map((part) => part.trim()).filter((part) => part && part !== "nothing").map((part) => {
    const [deed, count] = part.split(/\s+/);
    return { deed, count: count ? Number(count) : null };
  });
}

export const writeDeeds = (deeds) => deeds.map(({ deed, count }) => (COUNTED.has(deed) ? `${deed} ${count ?? 1}` : deed)).join(" + ") || "nothing";
export const readRanks = (text) => String(text).split(/\s+/).filter((word) => word && word !== "none" && word !== "nothing");
export const writeRanks = (ranks) => ALL_RANKS.filter((rank) => ranks.includes(rank)).join(" ") || "none";

export function deedsInWords(text) {
  const deeds = readDeeds(text);
  return deeds.length ? deeds.map(({ deed, count }) => t(`deed.${deed}`, { count: count ?? 1 })).join("; ") : t("deed.nothing");
}

export function ranksInWords(text) {
  if (text === "special") return t("choice.special");
  const ranks = readRanks(text);
  return ranks.length ? listed(ranks.map(rankName)) : t("choice.none");
}

/** An option's value as a person reads it. */
export function valueInWords(row, value) {
  if (row.kind === "truth") return t(value === true || value === "true" ? "ui.yes" : "ui.no");
  if (row.kind === "choice") return knows(`choice.${row.field}.${value}`) ? t(`choice.${row.field}.${value}`) : String(value);
  if (row.kind === "effects") return deedsInWords(value);
  if (row.kind === "ranks") return ranksInWords(value);
  if (row.kind === "packs") return value === "none" ? t("choice.none") : String(value);
  return formatNumber(value);
}

/** The options of `values` that are otherwise than on the sheet. */
export function differing(values, sheet) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => String(sheet[name]) !== String(value)));
}
