// How a phone becomes the table's camera, shown where the table is set up: the code to scan and what it takes.
import { h } from "./element.js";
import { onTable, table } from "./connection.js";
import { deviceName, t } from "./language.js";
import { openDialog } from "./page.js";

const COMMAND = "scheids play --https";
const AT_REST = ["off", "ended", "failed"];
let renew = null;

/** Why a browser keeps its camera to itself here, and the command that changes it. */
export const secureFirst = () => h("div", { class: "notice stack", role: "alert" }, h("p", {}, t("ui.https-needed")), h("p", {}, h("code", { class: "command" }, COMMAND)));

const insecure = () => [secureFirst(), h("p", {}, t("ui.certificate-own")), h("p", { class: "muted" }, t("ui.phone-camera-later"))];

function steps(address) {
  return h("div", { class: "scan" },
    h("img", { class: "qr", src: "/api/qr.svg?page=camera", alt: t("ui.qr-alt", { address }), width: 220, height: 220 }),
    h("ol", { class: "steps" },
      h("li", {}, t("ui.phone-camera-scan"), " ", h("b", { class: "address" }, address)),
      h("li", {}, t("ui.certificate-own")),
      h("li", {}, t("ui.phone-camera-tap", { button: t("ui.camera-start") }), " ", t("ui.phone-camera-how"))));
}

function inUse(camera, letGo) {
  const name = deviceName(camera?.name) || camera?.spec;
  if (!camera || AT_REST.includes(camera.state)) return null;
  if (camera.spec === null) return h("p", { class: "notice good", role: "status" }, t("ui.camera-in-use", { name }));
  return h("div", { class: "notice stack" }, h("p", {}, t("ui.phone-camera-let-go", { name })), h("div", { class: "row" }, h("button", { onclick: letGo }, t("ui.without-camera"))));
}

/** The dialog for the host; `letGo` has the table go without the camera that it has. Follows the camera while it is open. */
export async function openPhoneCamera(letGo) {
  const { address } = table.snapshot.you;
  await openDialog(t("ui.phone-as-camera"), (close, redraw) => {
    renew = redraw;
    return address.startsWith("https:") ? [inUse(table.snapshot.camera, letGo), steps(`${address}/camera`)] : insecure();
  });
  renew = null;
}

onTable(() => renew?.());
