// Devices at the table: who holds which seat, letting go, locking, a new code, handing over.
import { h } from "./element.js";
import { table } from "./connection.js";
import { icon } from "./icons.js";
import { deviceName, t } from "./language.js";
import { attempt, confirmed } from "./page.js";

function deviceLine(device, you, host, hosts) {
  const drop = async () => (await confirmed(t("ui.drop-device", { name: deviceName(device.name) }), t("ui.drop"))) && attempt("drop-device", { device: device.id });
  const give = async () => (await confirmed(t("ui.hand-over-to", { name: deviceName(device.name) }), t("ui.hand-over"))) && attempt("hand-over", { device: device.id, keep: true });
  const stepDown = async () => (await confirmed(t("ui.step-down-really"), t("ui.step-down"))) && attempt("step-down");
  return h("li", { class: "device", "data-key": device.id },
    h("span", { class: "grow" }, h("b", {}, deviceName(device.name)), device.id === you.device ? ` (${t("ui.this-device")})` : "", h("br", {}), h("span", { class: "small muted" }, [t(`ui.role.${device.role}`), device.online ? t("ui.online") : t("ui.away"), (device.seats ?? []).join(", ")].filter(Boolean).join(" · "))),
    host ? h("div", { class: "device-deeds" },
      (device.seats ?? []).map((player) => h("button", { onclick: () => attempt("leave-seat", { player }) }, t("ui.free-seat", { player }))),
      device.role !== "host" ? h("button", { onclick: give }, t("ui.hand-over")) : null,
      device.id === you.device && hosts > 1 ? h("button", { onclick: stepDown }, t("ui.step-down")) : null,
      device.id !== you.device ? h("button", { class: "danger", "aria-label": t("ui.drop-device", { name: deviceName(device.name) }), onclick: drop }, icon("cross"), t("ui.drop")) : null) : null);
}

function renaming(you) {
  return h("form", { class: "row", onsubmit: (event) => (event.preventDefault(), attempt("rename-device", { name: String(new FormData(event.target).get("name")).trim() }, t("ui.saved"))) },
    h("input", { class: "grow", type: "text", name: "name", maxlength: 30, value: deviceName(you.name) ?? "", "aria-label": t("ui.device-name") }), h("button", {}, t("ui.rename")));
}

/** The part of the setup page that is about devices and who may come in. */
export function devicesPart() {
  const { devices = [], you, locked } = table.snapshot;
  const host = you.role === "host";
  const hosts = devices.filter((device) => device.role === "host").length;
  if (you.role === "guest") return h("p", { class: "panel muted" }, t("error.join-first"));
  return h("div", { class: "players-part devices-part" },
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.devices")), renaming(you), h("ul", { class: "devices" }, [...devices].sort((a, b) => b.online - a.online).map((device) => deviceLine(device, you, host, hosts)))),
    h("section", { class: "panel stack" }, h("h2", {}, t("ui.coming-in")),
      you.code ? [h("img", { class: "qr", src: `/api/qr.svg?code=${you.code}`, alt: t("ui.qr-alt", { address: you.join_url }), width: 200, height: 200 }), h("p", { class: "join-code number" }, you.code), h("p", { class: "small" }, you.join_url)] : null,
      host ? h("div", { class: "row" }, h("button", { "aria-pressed": String(Boolean(locked)), onclick: () => attempt("lock", { locked: !locked }) }, icon("lock"), t(locked ? "ui.unlock" : "ui.lock")), h("button", { onclick: () => attempt("new-code", {}, t("ui.new-code-made")) }, t("ui.new-code"))) : null,
      h("p", { class: "small muted" }, t("ui.locked-note"))));
}
