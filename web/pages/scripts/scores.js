// Scores: hands at the end of a round, running table, chart, final score written out, earlier matches.
import { h, show } from "./element.js";
import { totalsChart } from "./chart.js";
import { connect, onTable, request, table } from "./connection.js";
import { formulaSentence, writtenOut } from "./formula.js";
import { endRound, handEntry, handGrid, handInWords, roundWarnings, warningText } from "./hand-entry.js";
import { icon } from "./icons.js";
import { joined } from "./joining.js";
import { dayOf, formatNumber, t } from "./language.js";
import { attempt, confirmed, frame, openDialog, refusal, ruleTitle, toast, trying } from "./page.js";

const main = frame("scores");
let shownPlayer = null;
let earlier = null;
let tallies = null;

const names = (snapshot) => [...snapshot.players].sort((a, b) => a.seat - b.seat).map((player) => player.name);

function roundEnd(snapshot) {
  const { round_end: end } = snapshot;
  if (!end) return null;
  const waiting = names(snapshot).filter((name) => name !== end.winner);
  if (!waiting.includes(shownPlayer)) shownPlayer = end.missing?.[0] ?? waiting[0];
  const finish = async () => {
    const missing = end.missing ?? [];
    if (missing.length && !(await confirmed(t("ui.finish-anyway", { names: missing }), t("ui.finish-round")))) return;
    const answer = await endRound(missing);
    if (answer.status === "refused") toast(refusal(answer.error ?? {}), "bad");
  };
  return h("section", { class: "stack", "aria-label": t("ui.round-end"), "data-key": "round-end" },
    h("h2", { class: "headline" }, end.winner ? t("ui.round-won", { player: end.winner }) : t("ui.round-over")),
    roundWarnings(snapshot),
    h("div", { class: "row hand-tabs", role: "group", "aria-label": t("ui.whose-hand") }, waiting.map((name) => {
      const draft = end.drafts?.[name];
      return h("button", { "aria-pressed": String(name === shownPlayer), "data-key": name, onclick: () => ((shownPlayer = name), draw()) },
        draft?.done ? icon("check") : null, name, draft ? h("span", { class: "number" }, formatNumber(draft.points ?? 0)) : null);
    })),
    joined() ? handEntry(snapshot, shownPlayer) : h("p", { class: "panel muted" }, t("error.join-first")),
    joined() ? h("div", { class: "row end" }, h("button", { class: end.missing?.length ? "" : "primary", onclick: finish }, icon("check"), t("ui.finish-round"))) : null);
}

function editRound(snapshot, round) {
  const hands = Object.fromEntries(names(snapshot).map((name) => [name, [...(round.hands?.[name] ?? [])]]));
  let player = names(snapshot).find((name) => name !== round.winner) ?? names(snapshot)[0];
  return openDialog(t("ui.edit-round", { number: round.number }), (close, redraw) => [
    h("div", { class: "row" }, names(snapshot).map((name) => h("button", { "aria-pressed": String(name === player), onclick: () => ((player = name), redraw()) }, name, h("span", { class: "number" }, hands[name].length)))),
    handGrid(hands[player], (edit) => ((hands[player] = edit(hands[player])), redraw())),
    h("div", { class: "row end" }, h("button", { onclick: close }, t("ui.cancel")),
      h("button", { class: "primary", onclick: () => attempt("correct", { event: round.event, changes: { hands: Object.entries(hands) } }, t("ui.corrected")).then((answer) => answer.status !== "refused" && close()) }, t("ui.save")))]);
}

function runningTable(snapshot) {
  const { scores } = snapshot;
  const rounds = scores?.rounds ?? [];
  const players = names(snapshot);
  const leaders = new Set(scores?.leader ?? []);
  return h("section", { class: "panel stack", "aria-labelledby": "running" },
    h("div", { class: "row apart" }, h("h2", { id: "running" }, t("ui.running-table")), scores?.next_dealer && snapshot.phase !== "match-end" ? h("span", { class: "chip" }, t("ui.deals-next", { player: scores.next_dealer })) : null),
    h("div", { class: "wide", tabindex: 0, role: "group", "aria-labelledby": "running" }, h("table", { class: "running" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("ui.round-word")), players.map((name) => h("th", { scope: "col", class: "number", title: name }, name)))),
      h("tbody", {}, rounds.map((round) => h("tr", { "data-key": `round-${round.number}` }, h("th", { scope: "row", class: "round-cell" }, joined() ? h("button", { class: "quiet", "aria-label": t("ui.edit-round", { number: round.number }), onclick: () => editRound(snapshot, round) }, round.number, icon("edit")) : round.number),
        players.map((name) => h("td", { class: `number${round.winner === name ? " winner" : ""}`, title: handInWords(round.hands?.[name] ?? []) || null }, formatNumber(round.points?.[name] ?? 0), round.winner === name ? h("span", { class: "winner-mark" }, ` ${t("ui.out")}`) : null)))),
      rounds.length ? null : h("tr", {}, h("td", { colspan: players.length + 1, class: "muted" }, t("ui.no-rounds")))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("ui.total")), players.map((name) => h("td", { class: `number total${leaders.has(name) ? " leader" : ""}` }, formatNumber(scores?.totals?.[name] ?? 0))))))),
    remarks(rounds));
}

const FEW = 3;

/** What does not add up in past rounds; more than a few lines stay folded, so that the scores stay in sight. */
function remarks(rounds) {
  const lines = rounds.flatMap((round) => (round.warnings ?? []).map((warning) => h("p", { class: "small notice" }, t("ui.round", { number: round.number }), t("ui.colon"), warningText(warning))));
  return lines.length > FEW ? h("details", { "data-key": "remarks" }, h("summary", {}, t("ui.remarks", { count: lines.length })), h("div", { class: "stack" }, lines)) : lines;
}

function finalScore(snapshot) {
  const { scores, phase } = snapshot;
  if (!scores?.rounds?.length || !scores.final) return null;
  const code = scores.formula?.code;
  const rows = names(snapshot).map((name) => [name, scores.final[name] ?? 0]);
  rows.sort((a, b) => (code === "rounds-won" ? b[1] - a[1] : a[1] - b[1]));
  return h("section", { class: "panel stack" },
    h("h2", {}, t(phase === "match-end" ? "ui.final-score" : "ui.score-so-far")),
    phase === "match-end" ? h("p", { class: "headline" }, t("ui.match-won", { names: scores.leader ?? [], count: scores.leader?.length ?? 1 })) : null,
    h("p", { class: "muted" }, formulaSentence(code)),
    h("ol", { class: "final" }, rows.map(([name]) => h("li", { class: scores.leader?.includes(name) ? "leader" : null }, h("b", { class: "grow" }, name), h("span", { class: "number written" }, writtenOut(code, name, scores))))));
}

function downloads(snapshot) {
  if (!snapshot.match || !joined()) return null;
  const base = `/api/matches/${snapshot.match}`;
  return h("div", { class: "row downloads" },
    [["scores.csv", "CSV"], ["match.json", "JSON"], ["record.txt", t("ui.record")]].map(([file, label]) => h("a", { class: "button", href: `${base}/${file}`, download: true }, icon("download"), label)),
    h("a", { class: "button", href: "/print" }, icon("print"), t("ui.print")));
}

/** What only the host may do: count a round that nobody has finished, play on after all, end the match. */
function hosting(snapshot) {
  if (snapshot.you?.role !== "host" || !["playing", "round-end", "dealing"].includes(snapshot.phase)) return null;
  const sure = (question, yes, kind, payload) => async () => (await confirmed(question, yes)) && attempt(kind, payload);
  return h("div", { class: "row", "data-key": "hosting" },
    snapshot.phase === "playing" ? h("button", { onclick: sure(t("ui.count-now-sure"), t("ui.count-now"), "count-hands", { on: true }) }, t("ui.count-now")) : null,
    snapshot.phase === "round-end" && !snapshot.round_end?.winner ? h("button", { onclick: () => attempt("count-hands", { on: false }) }, icon("back"), t("ui.play-on")) : null,
    h("button", { class: "danger", onclick: sure(t("ui.end-match-sure"), t("ui.end-match"), "end-match", {}) }, t("ui.end-match")));
}

async function loadEarlier() {
  const [matches, tally] = await Promise.all([trying(request("GET", "/api/matches")), trying(request("GET", "/api/tallies"))]);
  earlier = matches?.matches ?? [];
  tallies = tally?.players ?? [];
  draw();
}

function earlierMatches(snapshot) {
  const open = (event) => event.target.open && earlier === null && loadEarlier();
  const host = snapshot.you?.role === "host";
  return h("details", { class: "panel", ontoggle: open }, h("summary", {}, t("ui.earlier")),
    earlier === null ? null : h("div", { class: "stack" },
      tallies?.length ? h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": t("ui.earlier") }, h("table", {}, h("thead", {}, h("tr", {}, ["player", "matches", "matches-won", "rounds-won", "points"].map((key, index) => h("th", { class: index ? "number" : "" }, t(`ui.${key}`))))),
        h("tbody", {}, tallies.map((player) => h("tr", {}, h("th", { scope: "row" }, player.name), [player.matches, player.matches_won, player.rounds_won, player.points].map((value) => h("td", { class: "number" }, formatNumber(value ?? 0)))))))) : null,
      h("ul", { class: "matches" }, earlier.map((match) => h("li", { class: "row apart" },
        h("span", {}, h("b", {}, match.players.map((player) => player.name ?? player).join(", ")), " ", h("span", { class: "muted small" }, dayOf(match.at), " · ", ruleTitle(typeof match.rules === "string" ? { name: match.rules } : match.rules))),
        match.current ? h("span", { class: "chip" }, t("ui.current")) : h("span", { class: "row" },
          joined() ? h("a", { class: "button quiet", href: `/api/matches/${match.id}/scores.csv`, download: true, "aria-label": t("ui.download-of", { names: match.players.map((player) => player.name ?? player) }) }, icon("download")) : null,
          host ? h("button", { onclick: () => trying(request("POST", `/api/matches/${match.id}/resume`)) }, t("ui.resume")) : null))))));
}

function draw() {
  const { snapshot } = table;
  if (!snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  const rounds = snapshot.scores?.rounds ?? [];
  show(main, h("div", { class: "page" }, h("h1", { class: "for-readers" }, t("ui.tab.scores")),
    roundEnd(snapshot),
    snapshot.players.length ? runningTable(snapshot) : h("p", { class: "panel muted" }, t("ui.no-match")),
    finalScore(snapshot),
    rounds.length ? h("section", { class: "panel" }, h("h2", {}, t("ui.chart-title")), totalsChart(names(snapshot), rounds)) : null,
    downloads(snapshot), hosting(snapshot), earlierMatches(snapshot)));
}

onTable(draw);
draw();
connect();
