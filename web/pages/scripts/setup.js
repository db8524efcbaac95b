// Setting up: rules, players, camera, devices; then the match begins.
import { h, show } from "./element.js";
import { cameraPart, closeCamera, openCamera } from "./camera-setup.js";
import { act, connect, onTable, table } from "./connection.js";
import { devicesPart } from "./devices-part.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { confirmed, frame, refusal, ruleTitle, toast } from "./page.js";
import { changes, chosen, loadRules, rulesArrived, rulesPart } from "./rules-setup.js";
import { dealerName, plan, playersPart, seatedPlayers } from "./seating-plan.js";

const main = frame("setup");
const PARTS = ["rules", "players", "camera", "devices"];
let part = PARTS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "rules";
let loaded = false;

function choosePart(next) {
  part = next;
  history.replaceState(null, "", `#${next}`);
  if (next === "camera") openCamera(draw);
  else closeCamera();
  draw();
}

async function start() {
  const players = seatedPlayers();
  if (!players) {
    choosePart("players");
    return toast(t("ui.names-needed"), "bad");
  }
  const running = ["dealing", "playing", "round-end"].includes(table.snapshot.phase) && table.snapshot.match;
  if (running && !(await confirmed(t("ui.new-match-sure"), t("ui.start-match")))) return;
  await rulesArrived();
  const answer = await act("start-match", { players, rules: chosen.name, options: changes(), dealer: dealerName() });
  if (answer.status === "refused") return toast(refusal(answer.error ?? {}), "bad");
  location.href = "/screen";
}

function startBar(host) {
  const players = seatedPlayers();
  const set = chosen.sets.find(({ name }) => name === chosen.name);
  return h("div", { class: `start-bar${part === "rules" ? " floats" : ""}` },
    h("span", { class: "grow" }, h("b", {}, ruleTitle(set)), h("br", {}), h("span", { class: "small muted" }, players ? t("ui.start-summary", { names: players, dealer: dealerName() }) : t("ui.names-needed"))),
    host ? h("button", { class: "primary", onclick: start }, icon("check"), t("ui.start-match")) : h("span", { class: "small muted" }, t("ui.host-starts")));
}

function draw() {
  const { snapshot } = table;
  if (!snapshot) return show(main, h("p", { class: "page muted" }, t("ui.connecting")));
  const host = snapshot.you?.role === "host";
  const tab = (name) => h("button", { role: "tab", id: `tab-${name}`, "aria-selected": String(name === part), "aria-controls": "part", onclick: () => choosePart(name) }, t(`ui.part.${name}`));
  const inside = { rules: () => rulesPart(host), players: () => playersPart(draw), camera: () => cameraPart(draw), devices: devicesPart }[part]();
  show(main, h("div", { class: "page" }, h("h1", { class: "for-readers" }, t("ui.tab.setup")),
    h("div", { class: "row parts", role: "tablist", "aria-label": t("ui.tab.setup") }, PARTS.map(tab)),
    h("div", { id: "part", role: "tabpanel", "aria-labelledby": `tab-${part}`, class: "stack", "data-key": part }, inside),
    startBar(host)));
}

function firstLoad(snapshot) {
  loaded = true;
  const seated = [...snapshot.players].sort((a, b) => a.seat - b.seat).map((player) => player.name);
  if (seated.length) plan.players = seated;
  plan.dealer = snapshot.scores?.next_dealer ?? snapshot.players.find((player) => player.dealer)?.name ?? null;
  const linked = location.hash.startsWith("#option-") ? location.hash.slice(1) : null;
  loadRules(snapshot.rules?.name ?? "pesten-7", snapshot.rules?.options ?? {}, draw).then(() => linked && showOption(linked));
  if (part === "camera") openCamera(draw);
}

// A verdict links to the option behind it: open its group and go there.
function showOption(id) {
  const field = document.getElementById(id);
  field?.closest("details")?.setAttribute("open", "");
  field?.scrollIntoView({ block: "center" });
  field?.classList.add("pointed-at");
}

addEventListener("hashchange", () => PARTS.includes(location.hash.slice(1)) && choosePart(location.hash.slice(1)));

onTable(({ snapshot }) => {
  if (!loaded) firstLoad(snapshot);
  draw();
});
draw();
connect();
