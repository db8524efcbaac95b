// Running totals by round as lines; every line has its own dash and marker beside its colour, and its name at the end.
import { h, s } from "./element.js";
import { formatNumber, t } from "./language.js";

const NARROW = innerWidth < 600;
const [WIDTH, HEIGHT, LEFT] = NARROW ? [380, 280, 40] : [720, 320, 48];
const TOP = 16, BOTTOM = 34, LETTER = 10.5, LONGEST = NARROW ? 8 : 16;
const DASHES = [null, "10 5", "3 4", "12 4 3 4", "6 3", null, "10 5", "3 4", "12 4 3 4", "6 3"];

/** Running totals after each round: `{name: [0, 20, 65]}`. */
export function runningTotals(players, rounds) {
  return Object.fromEntries(players.map((name) => {
    let sum = 0;
    return [name, [0, ...rounds.map(({ points }) => (sum += points?.[name] ?? 0))]];
  }));
}

function steps(most) {
  const rough = Math.max(most, 10) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough);
  return Array.from({ length: Math.floor(Math.max(most, 10) / step) + 1 }, (_, index) => index * step);
}

/** Keeps the names at the right from lying on each other. */
function spread(labels) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let index = 1; index < sorted.length; index++) sorted[index].y = Math.max(sorted[index].y, sorted[index - 1].y + 17);
  const over = (sorted.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM + 4);
  if (over > 0) sorted.forEach((label) => (label.y -= over));
  return labels;
}

/** The drawing; the table beside it holds the same numbers for readers. */
export function totalsChart(players, rounds) {
  const totals = runningTotals(players, rounds);
  const right = 14 + LETTER * Math.min(LONGEST, Math.max(4, ...players.map((name) => name.length)));
  const most = Math.max(1, ...Object.values(totals).flat());
  const x = (round) => LEFT + (round * (WIDTH - LEFT - right)) / Math.max(1, rounds.length);
  const y = (points) => HEIGHT - BOTTOM - (points * (HEIGHT - TOP - BOTTOM)) / most;
  const labels = spread(players.map((name, index) => ({ name, index, y: y(totals[name].at(-1)) + 5 })));
  return h("figure", { class: "chart" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("ui.chart") },
      steps(most).map((points) => s("g", {}, s("line", { class: "chart-grid", x1: LEFT, x2: WIDTH - right, y1: y(points), y2: y(points) }), s("text", { class: "chart-text", x: LEFT - 8, y: y(points) + 5, "text-anchor": "end" }, formatNumber(points)))),
      Array.from({ length: rounds.length + 1 }, (_, round) => s("text", { class: "chart-text", x: x(round), y: HEIGHT - 10, "text-anchor": "middle" }, round)),
      players.map((name, index) => s("g", { class: `line-${index % 10}` },
        s("polyline", { class: "chart-line", points: totals[name].map((points, round) => `${x(round).toFixed(1)},${y(points).toFixed(1)}`).join(" "), "stroke-dasharray": DASHES[index % 10] }),
        totals[name].map((points, round) => s("circle", { class: "chart-dot", cx: x(round).toFixed(1), cy: y(points).toFixed(1), r: 4 })))),
      labels.map(({ name, index, y: height }) => s("text", { class: `chart-name line-${index % 10}`, x: WIDTH - right + 10, y: height }, name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name))),
    h("figcaption", { class: "small muted" }, t("ui.chart-note")));
}
