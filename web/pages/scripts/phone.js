// The phone: my turn or not, what I may do, putting right, undo; everything within reach of one thumb.
import { h, show } from "./element.js";
import { actionButtons, demoOver, firstCard, lastRound, nextDealer, reportCard, waysOn } from "./actions.js";
import { connect, onTable, table } from "./connection.js";
import { openCorrection } from "./correction.js";
import { explanation, pictures, spokenVerdict, statusNote, verdictChip, whatHappened } from "./entries.js";
import { cardFace, miniCard } from "./faces.js";
import { handEntry, roundWarnings } from "./hand-entry.js";
import { icon } from "./icons.js";
import { codeForm, joined, keepAwake, seatPicker } from "./joining.js";
import { knows, t, tell } from "./language.js";
import { attempt, frame } from "./page.js";
import { directionChip, lastCardChip, toFollow } from "./seats.js";
import { ring, speak } from "./sounds.js";

const main = frame("phone");
const news = h("div", { class: "for-readers", role: "status", "aria-live": "polite" });
document.body.append(news);

let choosing = null;
let shownSeat = null;
let told = null;

const join = () => h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, t("ui.join-the-table")), h("p", { class: "muted" }, t("ui.code-where")), codeForm()),
  h("a", { class: "button", href: "/screen" }, icon("table"), t("ui.only-watch")));

function seatTabs(seats) {
  if (seats.length < 2) return null;
  return h("div", { class: "seat-tabs", role: "group", "aria-label": t("ui.my-seats") }, seats.map((name) =>
    h("button", { "aria-pressed": String(name === shownSeat), onclick: () => ((shownSeat = name), draw(table)) }, name)));
}

function status(player, round) {
  const owed = round.pending > 0 && (round.pending_player ?? round.turn) === player?.name;
  const mine = player?.turn;
  return h("section", { class: `status${mine ? " mine" : ""}` },
    h("div", { class: "status-words" },
      h("h1", {}, mine ? t("ui.your-turn") : t("ui.on-turn-name", { player: round.turn })),
      owed ? h("p", { class: "status-owed" }, t("ui.you-owe", { count: round.pending })) : null,
      mine || !player ? h("p", {}, round.instruction ? tell("instruction", round.instruction) : "") : null),
    player ? h("div", { class: "status-hand" }, h("b", { class: "number" }, player.cards), h("span", { class: "small" }, table.snapshot.you.seats.length > 1 ? t("ui.hand-of", { player: player.name }) : t("ui.your-cards", { count: player.cards }))) : null);
}

function pile(round) {
  return h("section", { class: "pile", "aria-label": t("ui.pile") },
    round.top ? cardFace(round.top, { class: "phone-top", "data-key": round.top }) : null,
    h("div", { class: "stack pile-facts" }, h("div", { class: "follow" }, toFollow(round)), directionChip(round.direction),
      round.pending ? h("span", { class: "chip bad" }, t("ui.owed-by", { count: round.pending, player: round.pending_player ?? round.turn })) : null));
}

function others(players, round, mine) {
  return h("ul", { class: "others", "aria-label": t("ui.around-the-table") }, players.filter(({ name }) => name !== mine).map((player) =>
    h("li", { class: player.turn ? "on-turn" : "", "data-key": player.name }, h("span", { class: "grow" }, player.name),
      player.announced || player.cards === 1 ? lastCardChip(player) : null,
      h("b", { class: "number" }, player.cards), h("span", { class: "for-readers" }, t("ui.cards", { count: player.cards })))));
}

function latest(entry) {
  if (!entry) return null;
  return h("section", { class: `panel latest${entry.legal === false ? " illegal" : ""}`, "aria-label": t("ui.last-verdicts"), "data-key": `latest-${entry.event}` },
    h("div", { class: "row" }, entry.card ? miniCard(entry.card) : null, h("b", { class: "grow" }, whatHappened(entry)), verdictChip(entry), statusNote(entry)),
    explanation(entry),
    entry.legal === false ? pictures(entry, ["after"]) : null,
    h("div", { class: "row" },
      h("button", { onclick: () => openCorrection(entry) }, icon("edit"), t("ui.not-right")),
      h("button", { onclick: () => attempt("undo", { count: 1 }, t("ui.undone")) }, icon("undo"), t("ui.undo"))));
}

function alarm(entry) {
  return h("section", { class: "phone-alarm", role: "alert", "data-key": `alarm-${entry.event}` },
    h("p", { class: "alarm-word" }, icon("warning"), t("ui.not-allowed")),
    h("div", { class: "row" }, entry.card ? miniCard(entry.card) : null, h("b", {}, whatHappened(entry))),
    explanation(entry), pictures(entry, ["before", "after"]), waysOn(entry, openCorrection));
}

function playing(snapshot, player) {
  const { round, players, verdict } = snapshot;
  return h("div", { class: "phone-play" },
    seatTabs(snapshot.you.seats),
    status(player, round),
    snapshot.alarm ? alarm(snapshot.alarm) : null,
    pile(round),
    player ? h("section", { class: "thumb", "aria-label": t("ui.my-actions") }, actionButtons(player),
      h("div", { class: "row small-actions" },
        h("button", { class: "quiet", onclick: () => reportCard(player.name) }, icon("hand"), t("ui.do.lay")),
        h("button", { class: "quiet", onclick: () => ((choosing = true), draw(table)) }, icon("seat"), t("ui.seats")))) : h("div", { class: "row" }, h("button", { onclick: () => ((choosing = true), draw(table)) }, icon("seat"), t("ui.pick-seat"))),
    snapshot.alarm ? null : latest(verdict),
    others(players, round, player?.name));
}

function ended(snapshot, player) {
  const { round_end: end, scores, phase } = snapshot;
  if (phase === "match-end") {
    return h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, t("ui.match-won", { names: scores.leader, count: scores.leader.length })), h("a", { class: "button primary", href: "/scores" }, icon("scores"), t("ui.to-scores"))));
  }
  return h("div", { class: "page" }, seatTabs(snapshot.you.seats),
    h("h1", {}, end?.winner ? t("ui.round-won", { player: end.winner }) : t("ui.round-over")),
    roundWarnings(snapshot),
    player && player.name !== end?.winner ? handEntry(snapshot, player.name) : null,
    player ? h("p", { class: "muted" }, t("ui.total-of", { player: player.name, points: player.total ?? 0 })) : null,
    h("a", { class: "button", href: "/scores" }, icon("scores"), t("ui.to-scores")));
}

function dealing(snapshot) {
  const round = snapshot.phase === "dealing" ? lastRound(snapshot) : null;
  if (demoOver(snapshot)) return h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, round.told), h("p", {}, t("ui.demo-over", { player: nextDealer(snapshot) })), h("a", { class: "button", href: "/scores" }, icon("scores"), t("ui.to-scores"))));
  return h("div", { class: "page" }, h("section", { class: "panel stack" }, h("h1", {}, snapshot.phase === "dealing" ? t("ui.dealing", { player: nextDealer(snapshot) }) : t("ui.no-match")),
    snapshot.phase === "dealing" ? firstCard(snapshot) : h("p", {}, t("ui.wait-for-host")),
    round ? h("p", { class: "muted" }, round.told) : null,
    snapshot.players.length === 0 ? null : h("button", { onclick: () => ((choosing = true), draw(table)) }, icon("seat"), t("ui.seats"))));
}

function draw({ snapshot }) {
  if (!snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  if (!joined()) return show(main, join());
  const seats = snapshot.you.seats ?? [];
  if (snapshot.players.length) choosing ??= seats.length === 0;
  if (choosing && snapshot.players.length) {
    return show(main, h("div", { class: "page" }, seatPicker(snapshot, () => ((choosing = false), draw(table)))));
  }
  if (!seats.includes(shownSeat)) shownSeat = seats[0] ?? null;
  const player = snapshot.players.find(({ name }) => name === shownSeat) ?? null;
  const { phase } = snapshot;
  show(main, phase === "playing" && snapshot.round ? playing(snapshot, player) : phase === "round-end" || phase === "match-end" ? ended(snapshot, player) : dealing(snapshot));
}

function tellNews({ snapshot }) {
  const entry = snapshot?.alarm ?? snapshot?.verdict;
  const seats = snapshot?.you?.seats ?? [];
  const turn = snapshot?.round?.turn;
  const mark = `${entry?.event}/${entry?.legal}/${entry?.card}/${entry?.player}/${turn}`;
  const first = told === null;
  if (mark === told?.mark) return;
  const becameMine = seats.includes(turn) && (told?.turn !== turn || seats.length === 1);
  told = { mark, turn };
  if (first || snapshot.phase !== "playing") return;
  const mine = becameMine && seats.includes(turn);
  const next = mine ? t("ui.your-turn") : "";
  const instruction = mine && snapshot.round.instruction && knows(`instruction.${snapshot.round.instruction.code}`) ? tell("instruction", snapshot.round.instruction) : "";
  const line = [entry ? spokenVerdict(entry) : "", next, instruction].filter(Boolean).join(" ");
  news.textContent = line;
  if (entry?.legal === false) ring("bad");
  else if (mine) {
    ring("turn");
    navigator.vibrate?.(60);
  }
  speak(line);
}

// A seat tab jumps along to whichever of my seats is on turn.
function followTurn({ snapshot }) {
  const turn = snapshot?.round?.turn;
  if (snapshot?.you?.seats?.includes(turn) && told?.turn !== turn) shownSeat = turn;
}

onTable((state) => (followTurn(state), draw(state), tellNews(state)));
draw(table);
keepAwake();
connect();
