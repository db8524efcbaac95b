// A sheet to print: every round with its hands, totals and the final score with its formula.
import { h, show } from "./element.js";
import { connect, onTable } from "./connection.js";
import { formulaSentence, writtenOut } from "./formula.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { capital, dayOf, formatNumber, t } from "./language.js";
import { frame, ruleTitle } from "./page.js";

const main = frame("print");

function sheet(snapshot) {
  const players = [...snapshot.players].sort((a, b) => a.seat - b.seat).map((player) => player.name);
  const scores = snapshot.scores ?? { rounds: [], totals: {} };
  return h("div", { class: "page sheet" },
    h("div", { class: "row apart" }, h("h1", {}, t("ui.score-sheet")), h("button", { class: "primary no-print", onclick: () => window.print() }, icon("print"), t("ui.print"))),
    h("p", {}, dayOf(snapshot.now ?? Date.now()), " · ", ruleTitle(snapshot.rules), " · ", players.join(", ")),
    h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": t("ui.score-sheet") }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, t("ui.round-word")), h("th", {}, capital(t("ui.dealer"))), players.map((name) => h("th", { class: "number" }, name)))),
      h("tbody", {}, scores.rounds.map((round) => h("tr", {}, h("th", { scope: "row" }, round.number), h("td", {}, round.dealer),
        players.map((name) => h("td", { class: "number" }, formatNumber(round.points?.[name] ?? 0), h("div", { class: "sheet-hand" }, (round.hands?.[name] ?? []).map((card) => miniCard(card)))))))),
      h("tfoot", {}, h("tr", {}, h("th", { colspan: 2, scope: "row" }, t("ui.total")), players.map((name) => h("td", { class: "number total" }, formatNumber(scores.totals?.[name] ?? 0))))))),
    scores.final ? [h("h2", {}, t(snapshot.phase === "match-end" ? "ui.final-score" : "ui.score-so-far")), h("p", {}, formulaSentence(scores.formula?.code)), h("ul", {}, players.map((name) => h("li", {}, h("b", {}, name), t("ui.colon"), writtenOut(scores.formula?.code, name, scores))))] : null);
}

onTable(({ snapshot }) => show(main, sheet(snapshot)));
show(main, h("p", { class: "page muted" }, t("ui.connecting")));
connect();
