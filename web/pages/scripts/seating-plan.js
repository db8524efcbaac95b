// Who plays and where: names in seat order, the table drawn as it stands, the dealer.
import { h } from "./element.js";
import { icon } from "./icons.js";
import { t } from "./language.js";

/** Names clockwise, the dealer's name and, where it differs from the rules, how many cards are dealt. */
export const plan = { players: ["", "", "", ""], dealer: null };

const MOST = 10;
const filled = () => plan.players.map((name) => name.trim()).filter(Boolean);

/** The names as they will play, or null with fewer than two or with two alike. */
export function seatedPlayers() {
  const names = filled();
  return names.length >= 2 && new Set(names.map((name) => name.toLowerCase())).size === names.length ? names : null;
}

export const dealerName = () => (filled().includes(plan.dealer) ? plan.dealer : filled().at(-1) ?? null);

function move(index, by, redraw) {
  const names = [...plan.players];
  const to = (index + by + names.length) % names.length;
  [names[index], names[to]] = [names[to], names[index]];
  plan.players = names;
  redraw();
}

function line(name, index, redraw) {
  return h("li", { class: "player-line", "data-key": `player-${index}` },
    h("span", { class: "seat-number number", "aria-hidden": "true" }, index + 1),
    h("input", { type: "text", "aria-label": t("ui.player-name", { number: index + 1 }), value: name, maxlength: 20, autocomplete: "off", placeholder: t("ui.player-name", { number: index + 1 }), oninput: (event) => ((plan.players[index] = event.target.value), redraw()) }),
    h("button", { class: "quiet", "aria-label": t("ui.move-up", { player: name || index + 1 }), onclick: () => move(index, -1, redraw) }, "↑"),
    h("button", { class: "quiet down", "aria-label": t("ui.move-down", { player: name || index + 1 }), onclick: () => move(index, 1, redraw) }, "↓"),
    h("button", { class: "quiet", "aria-label": t("ui.remove-player", { player: name || index + 1 }), disabled: plan.players.length <= 2, onclick: () => ((plan.players = plan.players.filter((_, at) => at !== index)), redraw()) }, icon("cross")));
}

function drawnTable() {
  const names = filled();
  const dealer = dealerName();
  return h("div", { class: "plan", role: "img", "aria-label": t("ui.clockwise-order", { names }) }, h("div", { class: "plan-table" }, "↻"), names.map((name, index) => {
    const radians = (index * 2 * Math.PI) / names.length;
    return h("span", { class: `plan-seat${name === dealer ? " dealer" : ""}`, "data-key": name, style: { "--x": Math.sin(radians).toFixed(4), "--y": (-Math.cos(radians)).toFixed(4) } }, name);
  }));
}

/** The part of the setup page that is about players. */
export function playersPart(redraw) {
  const names = filled();
  const doubled = names.length !== new Set(names.map((name) => name.toLowerCase())).size;
  return h("div", { class: "players-part" },
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.players")), h("p", { class: "muted" }, t("ui.players-note")),
      h("ol", { class: "player-lines" }, plan.players.map((name, index) => line(name, index, redraw))),
      doubled ? h("p", { class: "notice bad", role: "alert" }, t("ui.names-alike")) : null,
      plan.players.length < MOST ? h("button", { onclick: () => ((plan.players = [...plan.players, ""]), redraw()) }, icon("plus"), t("ui.add-player")) : null),
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.around-the-table")), drawnTable(),
      names.length ? h("div", { class: "field" }, h("label", { for: "dealer" }, t("ui.first-dealer")), h("select", { id: "dealer", onchange: (event) => ((plan.dealer = event.target.value), redraw()) }, names.map((name) => h("option", { value: name, selected: name === dealerName() }, name)))) : null));
}
