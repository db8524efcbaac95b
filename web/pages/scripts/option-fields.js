// One control for every kind of option: number, switch, choice, ranks, deeds, packs.
import { h } from "./element.js";
import { icon } from "./icons.js";
import { capital, knows, rankIndex, rankName, t } from "./language.js";
import { ALL_RANKS, COUNTED, DEEDS, descriptionOf, readDeeds, readRanks, titleOf, valueInWords, writeDeeds, writeRanks } from "./options.js";
import { openDialog } from "./page.js";

function stepper(row, value, change) {
  const least = row.minimum ?? 0, most = row.maximum ?? 1000;
  const set = (next) => change(Math.max(least, Math.min(most, next)));
  return h("div", { class: "stepper" },
    h("button", { "aria-label": t("ui.less"), disabled: Number(value) <= least, onclick: () => set(Number(value) - 1) }, icon("minus")),
    h("input", { type: "number", class: "number", id: `value-${row.name}`, min: least, max: most, value, inputmode: "numeric", "aria-label": titleOf(row.name, row.title), onchange: (event) => set(Math.round(Number(event.target.value) || 0)) }),
    h("button", { "aria-label": t("ui.more"), disabled: Number(value) >= most, onclick: () => set(Number(value) + 1) }, icon("plus")));
}

function rankChoice(row, value, change) {
  let now = value;
  return openDialog(titleOf(row.name, row.title), (close, redraw) => {
    const chosen = readRanks(now);
    const set = (next) => ((now = next), change(next), redraw());
    return [h("p", { class: "muted" }, descriptionOf(row)),
      row.name === "special_last_ranks" ? h("button", { "aria-pressed": String(now === "special"), onclick: () => set(now === "special" ? "none" : "special") }, t("choice.special")) : null,
      h("div", { class: "rank-choice" }, ALL_RANKS.map((rank) => {
        const active = now !== "special" && chosen.includes(rank);
        return h("button", { "aria-pressed": String(active), "aria-label": rankName(rank), onclick: () => set(writeRanks(active ? chosen.filter((other) => other !== rank) : [...chosen.filter((word) => word !== "special"), rank])) }, rank === "JOKER" ? rankName(rank) : rankIndex(rank));
      })),
      h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("ui.done")))];
  });
}

function deedChoice(row, value, change) {
  let deeds = readDeeds(value);
  return openDialog(titleOf(row.name, row.title), (close, redraw) => {
    const set = (next) => ((deeds = next), change(writeDeeds(deeds)), redraw());
    const used = new Set(deeds.map(({ deed }) => deed));
    return [h("p", { class: "muted" }, descriptionOf(row)),
      h("div", { class: "deeds" }, DEEDS.map((deed) => {
        const known = deeds.find((other) => other.deed === deed);
        return h("div", { class: "deed", "data-key": deed }, h("label", { class: "check" },
          h("input", { type: "checkbox", checked: used.has(deed), onchange: (event) => set(event.target.checked ? [...deeds, { deed, count: COUNTED.has(deed) ? 2 : null }] : deeds.filter((other) => other !== known)) }), h("span", {}, capital(t(`deed.${deed}`, { count: known?.count ?? "…" })))),
          known && COUNTED.has(deed) ? stepper({ name: `${row.name}-${deed}`, title: t(`deed.${deed}`, { count: "…" }), minimum: 1, maximum: 20 }, known.count, (count) => set(deeds.map((other) => (other === known ? { deed, count } : other)))) : null);
      })),
      h("div", { class: "row end" }, h("button", { class: "primary", onclick: close }, t("ui.done")))];
  });
}

function control(row, value, change) {
  const label = titleOf(row.name, row.title);
  if (row.kind === "truth") {
    const active = value === true || value === "true";
    return h("button", { class: "switch", role: "switch", "aria-checked": String(active), "aria-label": label, onclick: () => change(!active) }, h("span", { class: "knob" }), h("span", { class: "switch-word" }, t(active ? "ui.on" : "ui.off")));
  }
  if (row.kind === "choice") {
    return h("select", { id: `value-${row.name}`, "aria-label": label, onchange: (event) => change(event.target.value) }, row.choices.map((choice) =>
      h("option", { value: choice, selected: choice === value }, knows(`choice.${row.field}.${choice}`) ? t(`choice.${row.field}.${choice}`) : choice)));
  }
  if (row.kind === "ranks" || row.kind === "effects") {
    const open = row.kind === "ranks" ? rankChoice : deedChoice;
    return h("button", { class: "value-button", "aria-label": `${label}${t("ui.colon")}${valueInWords(row, value)}`, onclick: () => open(row, value, change) }, h("span", { class: "grow" }, valueInWords(row, value)), icon("edit"));
  }
  if (row.kind === "packs") return h("input", { type: "text", id: `value-${row.name}`, "aria-label": label, value, placeholder: "6:2", onchange: (event) => change(event.target.value.trim() || "none") });
  return stepper(row, value, change);
}

/** One option: title, what it means, its control; marked when it differs, with the way back to the sheet. */
export function optionField(row, value, sheetValue, change, problem) {
  const differs = String(value) !== String(sheetValue);
  return h("div", { class: `option${differs ? " differs" : ""}`, id: `option-${row.name}`, "data-key": row.name },
    h("div", { class: "option-words" }, h("h4", {}, titleOf(row.name, row.title)), h("p", { class: "small muted" }, descriptionOf(row)),
      differs ? h("p", { class: "small differs-note" }, t("ui.differs", { value: valueInWords(row, sheetValue) }), " ", h("button", { class: "small-button quiet", onclick: () => change(sheetValue) }, icon("undo"), t("ui.back-to-sheet"))) : null,
      problem ? h("p", { class: "notice bad small", role: "alert" }, problem) : null),
    h("div", { class: "option-control" }, control(row, value, change)));
}
