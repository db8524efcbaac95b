// The family's packs: which one lies on the table, and keeping, carrying and deleting them.
import { h } from "./element.js";
import { request } from "./connection.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { confirmed, toast, trying } from "./page.js";

const known = { packs: null, in_use: null, of: 54 };
let asked = false;

/** Where the table keeps a pack. */
export const packPath = (name) => `/api/packs/${encodeURIComponent(name)}`;

async function refresh(redraw) {
  const found = await trying(request("GET", "/api/packs"));
  if (found) Object.assign(known, found);
  redraw();
}

function firstTime(redraw) {
  if (asked) return;
  asked = true;
  refresh(redraw);
}

async function choose(name, redraw) {
  const found = await trying(request("PUT", "/api/packs/on-the-table", { name }));
  if (found) Object.assign(known, found);
  redraw();
}

/** Which pack lies on the table, for the setup page. */
export function packChoice(redraw) {
  firstTime(redraw);
  const packs = known.packs ?? [];
  return h("section", { class: "panel stack" }, h("h2", {}, t("ui.teach-which-pack")),
    packs.length ? h("div", { class: "row", role: "group", "aria-label": t("ui.teach-which-pack") }, [null, ...packs.filter((pack) => !pack.damaged).map((pack) => pack.name)].map((name) =>
      h("button", { "aria-pressed": String(known.in_use === name), "data-key": `pack-${name}`, onclick: () => choose(name, redraw) }, name ?? t("ui.teach-any")))) : null,
    h("p", { class: "small muted" }, t("ui.teach-about")),
    h("div", { class: "row" }, h("a", { class: "button", href: "/teach" }, icon("plus"), t("ui.tab.teach"))));
}

async function drop(name, redraw) {
  if (!(await confirmed(t("ui.teach-delete-sure", { name }), t("ui.teach-delete")))) return;
  await trying(request("DELETE", packPath(name)));
  asked = true;
  refresh(redraw);
}

async function takeIn(file, redraw) {
  const form = new FormData();
  form.append("file", file, "scheids.pack");
  const pack = await trying(request("POST", "/api/packs/import", form));
  if (pack) toast(t("ui.teach-imported", { name: pack.name, count: Object.keys(pack.counts).length }));
  refresh(redraw);
}

function line(pack, open, redraw) {
  const used = known.in_use === pack.name;
  return h("li", { class: "pack-line", "data-key": pack.name },
    h("div", { class: "grow" }, h("b", {}, pack.name), h("br", {}), h("span", { class: `small number ${pack.damaged ? "" : "muted"}` }, pack.damaged ? t("ui.teach-damaged") : t("ui.teach-known", { count: pack.cards, most: known.of }))),
    pack.damaged ? null : [
      h("button", { onclick: () => open(pack.name) }, icon("camera"), t("ui.teach-further")),
      h("button", { "aria-pressed": String(used), onclick: () => choose(used ? null : pack.name, redraw) }, icon(used ? "check" : "table"), t("ui.teach-use")),
      h("a", { class: "button", href: `${packPath(pack.name)}/file`, download: `${pack.name}.pack` }, icon("download"), t("ui.teach-export"))],
    h("button", { class: "danger", "aria-label": t("ui.teach-delete-sure", { name: pack.name }), onclick: () => drop(pack.name, redraw) }, icon("trash")));
}

async function begin(event, open) {
  event.preventDefault();
  const name = String(new FormData(event.target).get("name")).trim();
  if (!name) return;
  const pack = await trying(request("POST", "/api/packs", { name }));
  asked = false;
  if (pack) open(pack.name);
}

/** All packs, and a form to begin another. */
export function packList(open, redraw) {
  firstTime(redraw);
  const leave = (name) => ((asked = false), open(name));
  return [
    h("div", { class: "row apart" }, h("h1", {}, t("ui.tab.teach")), h("a", { class: "button quiet", href: "/setup#camera" }, icon("back"), t("ui.tab.setup"))),
    h("p", {}, t("ui.teach-about")),
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.teach-new")),
      h("form", { class: "row", onsubmit: (event) => begin(event, leave) },
        h("input", { type: "text", class: "grow", name: "name", required: true, maxlength: 60, autocomplete: "off", "aria-label": t("ui.teach-name"), placeholder: t("ui.teach-example") }),
        h("button", { class: "primary" }, t("ui.teach-begin")),
        h("label", { class: "button photo-button" }, icon("plus"), t("ui.teach-import"),
          h("input", { type: "file", class: "for-readers", accept: ".pack", onchange: (event) => event.target.files[0] && takeIn(event.target.files[0], redraw) })))),
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.teach-packs")),
      known.packs?.length ? h("ul", { class: "pack-list" }, known.packs.map((pack) => line(pack, leave, redraw))) : h("p", { class: "muted" }, t(known.packs ? "ui.teach-none" : "ui.connecting"))),
  ];
}
