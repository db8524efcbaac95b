// Choosing a rule set, reading it as a sheet, switching its options, keeping it as the family's own.
import { h } from "./element.js";
import { request } from "./connection.js";
import { icon } from "./icons.js";
import { capital, faultText, knows, t } from "./language.js";
import { optionField } from "./option-fields.js";
import { deedsInWords, descriptionOf, differing, groupOf, GROUP_NAMES, titleOf } from "./options.js";
import { confirmed, openDialog, ruleTitle, toast, trying } from "./page.js";
import { ruleSheet } from "./rule-sheet.js";

/** What is being chosen; `values` are all options as the table wants them, `sheet` as the rule set has them. */
export const chosen = { name: null, values: {}, sheet: {}, rows: [], sets: [], problems: [] };

let search = "";
let onlyDiffering = false;
let redraw = () => {};
let checking = null;
let wished = null;
let arrival = Promise.resolve();

/** Loads the list of rule sets and the description of the options; `changed` is called after every change. */
export async function loadRules(wished, options, changed) {
  redraw = changed;
  const [list, schema] = await Promise.all([trying(request("GET", "/api/rules")), trying(request("GET", "/api/rules/schema"))]);
  chosen.sets = list?.rule_sets ?? [];
  chosen.rows = schema?.options ?? [];
  await chooseRules(chosen.sets.some(({ name }) => name === wished) ? wished : chosen.sets[0]?.name, options);
}

/** Takes a rule set by name, with options of the table on top; what is switched before its sheet came is kept. */
export function chooseRules(name, options = {}) {
  if (!name) return arrival;
  const wish = { name, options: { ...options } };
  wished = wish;
  arrival = fetchSheet(wish);
  redraw();
  return arrival;
}

async function fetchSheet(wish) {
  const found = await trying(request("GET", `/api/rules/${encodeURIComponent(wish.name)}`));
  if (wished !== wish) return arrival;
  wished = null;
  if (found) Object.assign(chosen, { name: wish.name, sheet: found.values, values: { ...found.values, ...wish.options }, problems: [] });
  redraw();
  if (found && Object.keys(wish.options).length) check();
}

/** Resolves when the rule set that was tapped last is the chosen one. */
export const rulesArrived = () => arrival;

export const changes = () => differing(chosen.values, chosen.sheet);

function change(name, value) {
  if (wished) wished.options[name] = value;
  chosen.values = { ...chosen.values, [name]: value };
  redraw();
  clearTimeout(checking);
  checking = setTimeout(check, 250);
}

async function check() {
  const { values } = chosen;
  const answer = await request("POST", "/api/rules/check", { rules: chosen.name, options: changes() }).catch(() => null);
  if (values !== chosen.values) return;
  chosen.problems = answer && !answer.ok ? answer.problems : [];
  redraw();
}

/** What contradicts what, by the titles and choices that the page shows; a file's own words stay as its writer wrote them. */
function sentenceOf(problem) {
  const { code, params = {}, line } = problem;
  if (line || !knows(`ui.contradiction.${code}`)) {
    const deeds = code === "deeds-contradict" && !line ? { first: deedsInWords(params.first), second: deedsInWords(params.second) } : {};
    return faultText({ ...problem, params: { ...params, ...deeds } });
  }
  return t(`ui.contradiction.${code}`, {
    drawn_card: titleOf("drawn_card"), draw_at_most: titleOf("draw_at_most"), never: t("choice.drawn_card.never"), at_once: t("choice.drawn_card.at-once"),
    announce: titleOf("announce"), moment: t(`choice.announce.${params.announce}`),
    paid: t("choice.special_last.paid"), allowed: t("choice.special_last.allowed"), special_last_penalty: titleOf("special_last_penalty"),
  });
}

/** A fault with the name of its option, where the sentence has none. */
const told = (problem) => {
  if (!problem) return undefined;
  const named = !problem.field || Object.values(problem.params ?? {}).includes(problem.field);
  return capital(`${named ? "" : `${titleOf(problem.field)}: `}${sentenceOf(problem)}`.replace(/[^.?!]$/, "$&."));
};

const problemOf = (row) => told(chosen.problems.find(({ field }) => field === row.name || field === row.field));

function setList(host) {
  return h("div", { class: "rule-sets", role: "radiogroup", "aria-label": t("ui.rule-set") }, chosen.sets.map((set) =>
    h("button", { class: "rule-set", role: "radio", "aria-checked": String(set.name === (wished?.name ?? chosen.name)), "data-key": set.name, onclick: () => chooseRules(set.name) },
      h("b", {}, ruleTitle(set)), h("span", { class: "small" }, set.own ? t("ui.own-rules") : t(`rules.${set.name}.note`) === `rules.${set.name}.note` ? set.description ?? "" : t(`rules.${set.name}.note`)),
      host && set.own && set.name === chosen.name ? h("span", { class: "chip" }, t("ui.chosen")) : null)));
}

/** A name as the table keeps it: letters, digits, spaces, dashes and apostrophes. */
const ownName = (title) => title.normalize("NFC").replaceAll("’", "'").replace(/[^\p{L}\p{N} .'+-]/gu, "").replace(/\s+/g, " ").trim().slice(0, 40);

/** Whether rules may be kept under a name: asked when the family's own rules of that name would be lost. */
const mayKeep = async (name) => !chosen.sets.some((set) => set.own && set.name === name) || confirmed(t("ui.replace-own", { name }), t("ui.replace"));

async function saveOwn() {
  await openDialog(t("ui.save-own"), (close) => h("form", { class: "stack", onsubmit: async (event) => {
    event.preventDefault();
    const title = String(new FormData(event.target).get("title")).trim();
    const name = ownName(title);
    await rulesArrived();
    if (!(await mayKeep(name))) return;
    const saved = await trying(request("PUT", `/api/rules/${encodeURIComponent(name)}`, { base: chosen.name, options: changes() }));
    if (!saved) return;
    close();
    toast(t("ui.saved"));
    await loadRules(name, {}, redraw);
  } }, h("p", {}, t("ui.save-own-note")), h("div", { class: "field" }, h("label", { for: "own-title" }, t("ui.name")), h("input", { id: "own-title", name: "title", type: "text", required: true, maxlength: 40, placeholder: t("ui.own-example") })),
  h("div", { class: "row end" }, h("button", { class: "primary" }, t("ui.save")))));
}

async function importFile(file) {
  const name = ownName(file.name.replace(/\.toml$/i, "").replaceAll("_", " "));
  if (!(await mayKeep(name))) return;
  const form = new FormData();
  form.append("file", file);
  form.append("name", name);
  try {
    const saved = await request("POST", "/api/rules/import", form);
    toast(t("ui.saved"));
    await loadRules(saved.name, {}, redraw);
  } catch (fault) {
    const problems = fault.params?.problems ?? [];
    toast(problems.map((problem) => (problem.line ? t("fault.in-line", { line: problem.line, message: told(problem) }) : told(problem))).join(" ") || t("error.bad-rules"), "bad");
  }
}

async function deleteOwn() {
  if (!(await confirmed(t("ui.delete-own", { name: ruleTitle(chosen.sets.find(({ name }) => name === chosen.name)) }), t("ui.delete")))) return;
  await trying(request("DELETE", `/api/rules/${encodeURIComponent(chosen.name)}`));
  await loadRules(null, {}, redraw);
}

function keeping(host) {
  const own = chosen.sets.find(({ name }) => name === chosen.name)?.own;
  return h("div", { class: "row" },
    host ? h("button", { onclick: saveOwn }, icon("check"), t("ui.save-own")) : null,
    h("a", { class: "button", href: `/api/rules/${encodeURIComponent(chosen.name)}/file`, download: true }, icon("download"), t("ui.export")),
    host ? h("label", { class: "button photo-button" }, icon("plus"), t("ui.import"), h("input", { type: "file", class: "for-readers", accept: ".toml,text/plain", onchange: (event) => event.target.files[0] && importFile(event.target.files[0]) })) : null,
    host && own ? h("button", { class: "danger", onclick: deleteOwn }, icon("trash"), t("ui.delete")) : null);
}

function optionList() {
  const differs = changes();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = chosen.rows.filter((row) => {
    if (onlyDiffering && !(row.name in differs)) return false;
    const text = `${titleOf(row.name, row.title)} ${descriptionOf(row)} ${row.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const openAll = words.length > 0 || onlyDiffering;
  return h("section", { class: "panel stack options" },
    h("div", { class: "row apart" }, h("h2", {}, t("ui.all-options")), h("span", { class: "chip" }, t("ui.differ-count", { count: Object.keys(differs).length }))),
    h("div", { class: "row" }, h("input", { type: "search", class: "grow", "aria-label": t("ui.search-option"), placeholder: t("ui.search-option"), value: search, oninput: (event) => ((search = event.target.value), redraw()) }),
      h("button", { "aria-pressed": String(onlyDiffering), onclick: () => ((onlyDiffering = !onlyDiffering), redraw()) }, t("ui.only-differing"))),
    chosen.problems.length ? h("p", { class: "notice bad", role: "alert" }, chosen.problems.map(told).join(" ")) : null,
    GROUP_NAMES.map((group) => {
      const rows = shown.filter((row) => groupOf(row) === group);
      if (!rows.length) return null;
      const inside = rows.map((row) => optionField(row, chosen.values[row.name], chosen.sheet[row.name], (value) => change(row.name, value), problemOf(row)));
      const marks = rows.filter((row) => row.name in differs).length;
      return h("details", { class: "option-group", "data-key": `${group}-${openAll}`, open: openAll }, h("summary", {}, h("h3", { class: "grow" }, capital(t(`ui.group.${group}`))), marks ? h("span", { class: "chip warn" }, t("ui.differ-count", { count: marks })) : null, h("span", { class: "muted small" }, rows.length)), inside);
    }),
    shown.length ? null : h("p", { class: "muted" }, t("ui.nothing-found")));
}

/** The whole part of the setup page that is about rules. */
export function rulesPart(host) {
  if (!chosen.name) return h("p", { class: "muted" }, "…");
  const differs = new Set(Object.keys(changes()));
  const set = chosen.sets.find(({ name }) => name === chosen.name);
  return [setList(host),
    h("section", { class: "panel stack" }, h("div", { class: "row apart" }, h("h2", {}, ruleTitle(set)), differs.size ? h("span", { class: "chip warn" }, t("ui.differ-count", { count: differs.size })) : null), ruleSheet(chosen.rows, chosen.values, differs), keeping(host)),
    optionList()];
}
