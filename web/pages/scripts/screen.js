// The big screen: the table as it lies, what to do now, the last verdicts; an illegal card stops the show.
import { h, show } from "./element.js";
import { actionButtons, demoOver, firstCard, lastRound, nextDealer, openPlayer, serves, waysOn } from "./actions.js";
import { connect, onTable, request, table } from "./connection.js";
import { openCorrection } from "./correction.js";
import { entryLine, explanation, pictures, spokenVerdict, statusNote, verdictChip, whatHappened } from "./entries.js";
import { cardFace } from "./faces.js";
import { icon } from "./icons.js";
import { joined } from "./joining.js";
import { cameraFault, formatNumber, knows, t, tell } from "./language.js";
import { attempt, frame, trying } from "./page.js";
import { preference } from "./preferences.js";
import { seating } from "./seats.js";
import { ring, speak, turn } from "./sounds.js";

const main = frame("screen");
const news = h("div", { class: "for-readers", role: "status", "aria-live": "assertive" });
document.body.append(news);
let told = null;
let alarmed = false;

const findPlayer = (name) => table.snapshot?.players.find((player) => player.name === name);

function switches() {
  return h("div", { class: "switches" }, [["sound", "sound", "mute"], ["voice", "voice", "voice"]].map(([name, on, off]) => {
    const active = preference(name) === "on";
    return h("button", { class: "quiet", "aria-pressed": String(active), "aria-label": t(`ui.prefer.${name}`), onclick: () => (turn(name, active ? "off" : "on"), draw(table)) },
      icon(active ? on : off), h("span", { class: "switch-name" }, t(`ui.prefer.${name}`)));
  }));
}

function joining({ you, demo }) {
  if (!you?.code) return h("section", { class: "panel joining" }, h("p", {}, t("ui.join-here"), " ", h("a", { href: "/" }, you?.address ?? location.host)), switches());
  return h("section", { class: "panel joining" },
    h("img", { src: `/api/qr.svg?code=${you.code}`, alt: t("ui.qr-alt", { address: you.join_url }), width: 132, height: 132 }),
    h("div", {}, h("p", { class: "muted small" }, t("ui.join-by-phone")), h("p", { class: "join-code number" }, you.code), h("p", { class: "small join-address" }, you.address ?? ""),
      demo ? h("span", { class: "chip" }, t("ui.demo")) : null), switches());
}

function cameraNote({ camera, phase }) {
  const note = (...words) => h("p", { class: "notice camera-note" }, icon("camera"), " ", words);
  if (camera?.state === "failed") return note(cameraFault(camera));
  if (camera?.state === "off" && phase === "dealing") return note(t("ui.no-camera-yet"));
  if (!camera || camera.state === "ok" || camera.state === "off") {
    return camera?.unreadable ? note(t("ui.unreadable", { reason: t(`unreadable.${camera.unreadable.reason}`) })) : null;
  }
  return note(t(`camera.${camera.state}`));
}

function now(snapshot) {
  const { round, players } = snapshot;
  const turn = players.find((player) => player.name === round.turn);
  return h("section", { class: "panel now", "aria-label": t("ui.now") },
    h("h1", { class: "instruction" }, round.instruction ? tell("instruction", round.instruction) : t("ui.on-turn-name", { player: round.turn })),
    round.pending ? h("p", { class: "owed" }, icon("draw"), t("ui.owed-by", { count: round.pending, player: round.pending_player ?? round.turn })) : null,
    turn && !turn.held && joined() ? actionButtons(turn) : null);
}

function verdicts({ verdict, history }) {
  const earlier = (history ?? []).filter((entry) => entry.event !== verdict?.event).slice(-3).reverse();
  return h("section", { class: "panel verdicts", "aria-label": t("ui.last-verdicts") },
    verdict ? h("article", { class: `verdict ${verdict.legal === false ? "illegal" : ""}`, "data-key": verdict.event },
      pictures(verdict, ["crop"]) ?? (verdict.card ? cardFace(verdict.card, { class: "verdict-face" }) : null),
      h("div", { class: "stack" }, h("h2", {}, whatHappened(verdict)), h("div", { class: "row" }, verdictChip(verdict), statusNote(verdict)), explanation(verdict),
        joined() && h("div", { class: "row" },
          h("button", { class: "small-button", onclick: () => openCorrection(verdict) }, icon("edit"), t("ui.not-right")),
          h("button", { class: "small-button", onclick: () => attempt("undo", { count: 1 }) }, icon("undo"), t("ui.undo"))))) : h("p", { class: "muted" }, t("ui.nothing-yet")),
    earlier.length ? h("div", { class: "earlier" }, earlier.map((entry) => entryLine(entry))) : null);
}

function alarm(entry) {
  return h("section", { class: "alarm", role: "alertdialog", "aria-labelledby": "alarm-title", "aria-describedby": "alarm-why", "data-key": `alarm-${entry.event}` },
    h("div", { class: "alarm-inside" },
      entry.card ? cardFace(entry.card, { class: "alarm-face" }) : h("span", {}),
      h("div", { class: "stack" },
        h("div", { class: "alarm-words" }, h("p", { class: "alarm-word" }, icon("warning"), t("ui.not-allowed")), h("h1", { id: "alarm-title" }, whatHappened(entry))),
        h("div", { id: "alarm-why", class: "alarm-why" }, explanation(entry)),
        joined() ? waysOn(entry, openCorrection) : null),
      pictures(entry, ["before", "after"])));
}

/** Points of a round (`pointsOf` gives nothing where there is none), totals, and the final scores of a match that is over. */
function standing({ players, scores, phase }, pointsOf) {
  const final = phase === "match-end" ? scores?.final : null;
  const best = scores?.leader ?? [];
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": t("ui.running-table") }, h("table", { class: "big-table" }, h("thead", {}, h("tr", {}, h("th", {}, t("ui.player")), pointsOf ? h("th", { class: "number" }, t("ui.this-round")) : null, h("th", { class: "number" }, t("ui.total")), final ? h("th", { class: "number" }, t("ui.final")) : null)),
    h("tbody", {}, players.map(({ name }) => h("tr", { class: best.includes(name) ? "leader" : null }, h("th", { scope: "row" }, name),
      pointsOf ? h("td", { class: "number" }, pointsOf(name)) : null,
      h("td", { class: "number" }, formatNumber(scores?.totals?.[name] ?? 0)),
      final ? h("td", { class: "number" }, formatNumber(final[name] ?? 0)) : null)))));
}

function betweenRounds(snapshot) {
  const { phase, scores, round_end: ended } = snapshot;
  const done = phase === "match-end";
  const best = scores?.leader ?? [];
  const points = (name) => (ended.winner === name ? formatNumber(0) : ended.drafts?.[name]?.done ? formatNumber(ended.drafts[name].points ?? 0) : "…");
  return h("div", { class: "between" },
    h("section", { class: "panel stack" },
      h("h1", { class: "instruction" }, done ? t("ui.match-won", { names: best, count: best.length }) : ended?.winner ? t("ui.round-won", { player: ended.winner }) : t("ui.round-over")),
      !done && ended?.missing?.length ? h("p", { class: "big-line" }, t("ui.hands-missing", { names: ended.missing })) : null,
      standing(snapshot, ended ? points : null),
      h("div", { class: "row" }, h("a", { class: "button primary", href: "/scores" }, icon("scores"), t(done ? "ui.to-scores" : "ui.enter-hands")))),
    joining(snapshot));
}

const roundTable = (snapshot, round) => standing(snapshot, (name) => formatNumber(round.points[name] ?? 0));

function afterFilm(snapshot) {
  const round = lastRound(snapshot);
  return h("div", { class: "between" },
    h("section", { class: "panel stack" },
      h("h1", { class: "instruction" }, round.winner ? t("ui.round-won", { player: round.winner }) : t("ui.round-over")),
      roundTable(snapshot, round),
      h("p", { class: "big-line" }, t("ui.demo-over", { player: nextDealer(snapshot) })),
      snapshot.you?.role === "host" ? h("div", { class: "row" },
        h("a", { class: "button primary", href: "/setup" }, icon("setup"), t("ui.own-table")),
        h("button", { onclick: () => trying(request("POST", "/api/demonstration")) }, icon("undo"), t("ui.watch-again"))) : null),
    joining(snapshot));
}

function waiting(snapshot) {
  const dealing = snapshot.phase === "dealing";
  const round = dealing ? lastRound(snapshot) : null;
  return h("div", { class: `between${round ? " after-round" : ""}` },
    h("section", { class: "panel stack" },
      h("h1", { class: "instruction" }, dealing ? t("ui.dealing", { player: nextDealer(snapshot) }) : t("ui.no-match")),
      dealing ? firstCard(snapshot) : h("div", { class: "row" }, h("a", { class: "button primary", href: "/setup" }, icon("setup"), t("ui.to-setup"))),
      cameraNote(snapshot)),
    round ? h("section", { class: "panel stack", "data-key": "last-round" }, h("h2", {}, round.told), roundTable(snapshot, round), h("div", { class: "row" }, h("a", { class: "button", href: "/scores" }, icon("scores"), t("ui.to-scores")))) : null,
    joining(snapshot));
}

function draw({ snapshot }) {
  if (!snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  if (snapshot.phase === "playing" && snapshot.round) {
    return show(main, h("div", { class: "screen-grid", inert: Boolean(snapshot.alarm) },
      h("section", { class: "felt", "aria-label": t("ui.tab.screen") }, seating(snapshot, (name) => openPlayer(name, findPlayer), serves)),
      h("div", { class: "side" }, now(snapshot), cameraNote(snapshot), verdicts(snapshot), joining(snapshot))),
    snapshot.alarm ? alarm(snapshot.alarm) : null);
  }
  return show(main, snapshot.phase === "round-end" || snapshot.phase === "match-end" ? betweenRounds(snapshot) : demoOver(snapshot) ? afterFilm(snapshot) : waiting(snapshot));
}

function tellNews({ snapshot }) {
  const entry = snapshot?.alarm ?? snapshot?.verdict;
  const mark = entry ? `${entry.event}/${entry.legal}/${entry.card}/${entry.player}/${snapshot.phase}` : `${snapshot?.phase}`;
  const first = told === null;
  if (mark === told) return;
  told = mark;
  // The button that settled the alarm is gone: whoever works with keys goes on at the table, not at the page's beginning.
  if (alarmed && !snapshot.alarm && document.activeElement === document.body) main.focus({ preventScroll: true });
  alarmed = Boolean(snapshot?.alarm);
  if (first || !entry) return;
  const next = snapshot.phase === "playing" && snapshot.round?.instruction && entry.legal !== false && knows(`instruction.${snapshot.round.instruction.code}`) ? tell("instruction", snapshot.round.instruction) : "";
  const line = `${spokenVerdict(entry)} ${next}`.trim();
  news.textContent = line;
  ring(entry.legal === false ? "bad" : snapshot.phase !== "playing" ? "won" : entry.kind === "last-card" || entry.last_card ? "last" : "good");
  speak(line);
  if (snapshot.alarm) requestAnimationFrame(() => document.querySelector(".ways button")?.focus({ preventScroll: true }));
}

onTable((state) => (draw(state), tellNews(state)));
draw(table);
connect();
