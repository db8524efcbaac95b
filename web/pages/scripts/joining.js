// Coming to the table: the code, a name for the device, a seat or several, or only watching.
import { h } from "./element.js";
import { request, table } from "./connection.js";
import { icon } from "./icons.js";
import { deviceName, t } from "./language.js";
import { attempt, trying } from "./page.js";

/** The form that asks for the table's code; afterwards the page starts anew as a joined device. */
export function codeForm(next = "/phone") {
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const code = String(form.get("code")).replaceAll(/\s/g, "").toUpperCase();
    const name = String(form.get("name")).trim();
    const joined = await trying(request("POST", "/api/join", name ? { code, name } : { code }));
    if (joined) location.href = next;
  };
  return h("form", { class: "stack code-form", onsubmit: submit },
    h("div", { class: "field" }, h("label", { for: "code" }, t("ui.code")),
      h("input", { id: "code", name: "code", type: "text", class: "code-input", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 12 })),
    h("div", { class: "field" }, h("label", { for: "device-name" }, t("ui.device-name")),
      h("input", { id: "device-name", name: "name", type: "text", autocomplete: "nickname", maxlength: 30, placeholder: t("ui.device-name-example") })),
    h("button", { class: "primary" }, t("ui.join")));
}

/** The list of seats; a seat held elsewhere can be taken over after it was freed there or by the host. */
export function seatPicker(snapshot, finished) {
  const mine = new Set(snapshot.you.seats);
  return h("section", { class: "panel stack" },
    h("h1", {}, t("ui.which-seat")),
    h("p", { class: "muted" }, t("ui.seat-hint")),
    h("ul", { class: "seat-list" }, snapshot.players.map((player) => {
      const held = mine.has(player.name);
      return h("li", { "data-key": player.name }, h("button", { class: "action", "aria-pressed": String(held), onclick: () => attempt(held ? "leave-seat" : "take-seat", { player: player.name }) },
        icon(held ? "check" : "seat"), h("span", { class: "grow" }, player.name),
        player.held && !held ? h("span", { class: "small" }, t("ui.held-by", { names: (player.devices ?? []).map(deviceName) })) : null));
    })),
    h("div", { class: "row end" }, h("button", { class: "primary", onclick: finished }, t(mine.size ? "ui.to-the-table" : "ui.only-watch"))));
}

/** Keeps the screen awake while the page is seen, where the browser allows it. */
export function keepAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Whether this device may act at the table. */
export const joined = () => Boolean(table.snapshot?.you && table.snapshot.you.role !== "guest");
