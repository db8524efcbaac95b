// What a player may do now, as buttons; the same on the phone and on the big screen.
import { h } from "./element.js";
import { request, table } from "./connection.js";
import { askCard, askSuit, suitButtons } from "./correction.js";
import { RANKS } from "./faces.js";
import { icon } from "./icons.js";
import { joined } from "./joining.js";
import { deviceName, rankIndex, rankName, t, tell } from "./language.js";
import { attempt, openDialog, trying } from "./page.js";

const PICTURES = { draw: "draw", pass: "pass", "last-card": "last", exchange: "swap", "take-back": "back", reshuffle: "undo", lay: "hand" };
const WEIGHT = ["take-back", "other-story", "misread", "wrong-player", "not-laid"];
const ORDER = ["name-suit", "name-rank", "draw", "last-card", "pass", "exchange", "reshuffle", "take-back"];

/** The words on the button of one allowed action. */
export function actionWords({ kind, payload, code }) {
  if (kind === "draw" && (code === "take" || code === "draw-extra")) return t(`ui.do.${code}`, { count: payload?.count ?? 1 });
  if (kind === "draw") return t("ui.do.draw", { count: payload?.count ?? 1 });
  if (kind === "exchange") return t(payload?.to ? "ui.do.exchange-with" : "ui.do.exchange", payload ?? {});
  return t(`ui.do.${kind}`);
}

function merged(may) {
  const seen = new Set();
  return may.filter(({ kind, payload }) => {
    const sameness = kind === "name-suit" || kind === "name-rank" ? kind : JSON.stringify([kind, payload]);
    return !seen.has(sameness) && seen.add(sameness);
  }).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Buttons for everything in `player.may`; the first thing asked for on turn is the primary one. */
export function actionButtons(player) {
  const may = merged(player.may ?? []).filter(({ kind }) => kind !== "lay");
  const main = may.find(({ kind }) => kind !== "last-card");
  return h("div", { class: "actions", "data-key": `actions-${player.name}` }, may.map((action) => {
    const { kind, payload } = action;
    if (kind === "name-suit") {
      return h("div", { class: "suit-choice", "data-key": "name-suit" }, h("p", { class: "action-title" }, t("ui.do.name-suit")),
        suitButtons((suit) => attempt("name-suit", { player: player.name, suit })));
    }
    if (kind === "name-rank") {
      return h("div", { class: "suit-choice", "data-key": "name-rank" }, h("p", { class: "action-title" }, t("ui.do.name-rank")), h("div", { class: "rank-choice" }, RANKS.map((rank) =>
        h("button", { "aria-label": rankName(rank), onclick: () => attempt("name-rank", { player: player.name, rank }) }, rankIndex(rank)))));
    }
    return h("button", { class: `action ${kind} ${action === main && player.turn ? "primary" : ""}`, "data-key": `${kind}-${JSON.stringify(payload)}`, onclick: () => attempt(kind, payload ?? { player: player.name }) },
      icon(PICTURES[kind] ?? "check"), actionWords(action));
  }));
}

/** Who deals the round that is about to begin. */
export const nextDealer = ({ scores, players }) => scores?.next_dealer ?? players.find((player) => player.next_dealer || player.dealer)?.name ?? t("ui.somebody");

/** Whether the demonstration has shown all it has: its film is over and its round counted. */
export const demoOver = ({ demo, phase, camera, scores }) => demo && phase === "dealing" && camera?.state === "ended" && scores?.rounds.length > 0;

/** The round counted last, and who won it; null before the first. */
export function lastRound({ scores }) {
  const last = scores?.rounds.at(-1);
  return last ? { ...last, told: t(last.winner ? "ui.round-goes-to" : "ui.round-without-winner", { number: last.number, player: last.winner }) } : null;
}

const SIGHTLESS = ["off", "ended", "failed"];

/** Between rounds: what is waited for, and how to tell the first card where the camera does not see it come. */
export function firstCard({ first_card: seen, camera }) {
  const begin = (card) => attempt("start-round", { turned_up: card });
  const watched = camera?.state === "ok" || camera?.state === "moved";
  const lying = SIGHTLESS.includes(camera?.state) ? null : seen;
  const asked = h("button", { class: lying ? "" : "primary", onclick: () => askCard(t("ui.turned-up"), begin) }, icon("hand"), t("ui.turned-up-by-hand"));
  return [
    h("p", { class: "big-line" }, t(!watched ? "ui.turn-up" : lying ? "ui.turn-up-cleared" : "ui.turn-up-seen")),
    joined() ? h("div", { class: "row" }, lying ? h("button", { class: "primary", "data-key": "lying", onclick: () => begin(lying) }, icon("check"), t("ui.begin-with", { card: lying })) : null, asked) : null];
}

/** Reports a card that the camera did not see: pick it, name a suit where it asks for one. */
export async function reportCard(player) {
  const answer = await trying(request("GET", `/api/ask/lay?player=${encodeURIComponent(player)}`));
  const verdicts = answer?.cards ?? {};
  const look = (card) => (verdicts[card] ? { class: verdicts[card].legal ? "may" : "may-not", note: t(verdicts[card].legal ? "ui.allowed" : "ui.not-allowed") } : {});
  await askCard(t("ui.do.lay"), async (card) => {
    const names = (verdicts[card]?.effects ?? []).some(({ code }) => code === "must-name-suit");
    if (names && verdicts[card].legal) await askSuit(t("ui.do.name-suit"), (suit) => attempt("lay", { player, card, names: suit }));
    else await attempt("lay", { player, card });
  }, look);
}

const SHOWN_WAYS = 3;

/** The ways on from an illegal card: the likeliest two or three as buttons, the others behind one more tap. */
export function waysOn(entry, correct) {
  const ways = [...(entry.ways_on ?? [])].sort((a, b) => WEIGHT.indexOf(a.code) - WEIGHT.indexOf(b.code));
  const button = (way, index) => h("button", { class: index === 0 ? "primary" : "", "data-key": `${way.code}-${way.action?.payload?.choice ?? index}`, onclick: () => (way.action ? attempt(way.action.kind, way.action.payload) : correct(entry)) },
    way.code === "other-story" ? t(`explanation.${way.params.story}`, way.params) : tell("way", way));
  const rest = ways.slice(SHOWN_WAYS);
  return h("div", { class: "ways" }, ways.slice(0, SHOWN_WAYS).map(button),
    rest.length ? h("details", {}, h("summary", {}, t("way.more")), h("div", { class: "ways" }, rest.map((way, index) => button(way, index + SHOWN_WAYS)))) : null);
}

/** Whether this device may act for a player: a phone that plays for somebody leaves the others' seats alone. */
export function serves(player) {
  const { role, seats = [] } = table.snapshot?.you ?? {};
  return Boolean(role) && role !== "guest" && (role === "host" || !player.held || !seats.length || seats.includes(player.name));
}

/** A dialog with all actions of one player, for somebody without a phone or with one that sleeps. */
export function openPlayer(name, find) {
  return openDialog(name, (close) => {
    const player = find(name);
    if (!player) return null;
    return h("div", { class: "stack", onclick: (event) => event.target.closest(".action, .suit-button") && setTimeout(close, 150) },
      player.held ? h("p", { class: "small muted" }, t("ui.served-too", { player: name, names: (player.devices ?? []).map(deviceName) })) : null,
      actionButtons(player),
      h("button", { class: "action", onclick: () => (close(), reportCard(name)) }, icon("hand"), t("ui.do.lay")));
  });
}
