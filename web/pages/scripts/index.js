// The door: this device as big screen, as a player's phone, or as the one who sets up.
import { h, show } from "./element.js";
import { connect, onTable, table } from "./connection.js";
import { icon, sign } from "./icons.js";
import { codeForm, joined } from "./joining.js";
import { knows, t } from "./language.js";
import { frame } from "./page.js";

const main = frame("door");
const fault = new URLSearchParams(location.search).get("error");

function ways(snapshot) {
  const started = snapshot?.players?.length > 0;
  const way = (href, picture, key, primary) => h("a", { class: `door-way button ${primary ? "primary" : ""}`, href }, icon(picture), h("span", {}, h("b", {}, t(`ui.door.${key}`)), h("small", {}, t(`ui.door.${key}-note`))));
  const host = snapshot?.you?.role === "host";
  return h("div", { class: "door-ways" }, way("/screen", "table", "screen", started || !host), joined() ? way("/phone", "phone", "phone", false) : null, way("/setup", "setup", "setup", host && !started));
}

function draw() {
  const { snapshot } = table;
  show(main, h("div", { class: "door" },
    h("div", { class: "door-head" }, h("div", { class: "door-sign" }, sign()), h("h1", {}, "Scheids"), h("p", {}, t("ui.door.what"))),
    fault && knows(`error.${fault}`) ? h("p", { class: "notice bad", role: "alert" }, t(`error.${fault}`)) : null,
    snapshot && !joined() ? h("section", { class: "panel stack" }, h("h2", {}, t("ui.join-the-table")), h("p", { class: "muted" }, t("ui.code-where")), codeForm()) : null,
    ways(snapshot)));
}

onTable(draw);
draw();
connect();
