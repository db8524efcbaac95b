// The frame around every page: bar, tabs, state of the line, preferences of this device, short messages.
import { h, show } from "./element.js";
import { icon } from "./icons.js";
import { language, LANGUAGES, knows, t, tell } from "./language.js";
import { prefer, preference } from "./preferences.js";
import { act, onTable, table } from "./connection.js";
import { turn } from "./sounds.js";

const TABS = [["screen", "table"], ["phone", "hand"], ["history", "history"], ["scores", "scores"], ["setup", "setup"]];

const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

/** A short message at the bottom of the page, read out as well; it goes when there was time to read it, or when what this gives is called. */
export function toast(text, kind = "", stays = false) {
  const note = h("div", { class: `toast ${kind}` }, text);
  const remove = () => note.remove();
  toasts.append(note);
  if (!stays) setTimeout(remove, Math.max(5000, text.length * 90));
  return remove;
}

/** The sentence of a refusal that carries `code` and `params`. */
export function refusal(error) {
  const reasons = error.code === "not-legal" || error.code === "bad-correction" ? error.params?.reasons ?? [] : [];
  if (reasons.length) return reasons.map((reason) => tell("reason", reason)).join(" ");
  return knows(`error.${error.code}`) ? tell("error", error) : t("error.unknown", { code: error.code });
}

/** Acts and says so when it was refused; resolves with the answer. */
export async function attempt(kind, payload, done) {
  const answer = await act(kind, payload);
  if (answer.status === "refused") toast(refusal(answer.error ?? { code: "malformed" }), "bad");
  else if (done) toast(done, "");
  return answer;
}

/** Runs a request and shows its refusal; resolves with null after one. */
export async function trying(promise) {
  try {
    return await promise;
  } catch (error) {
    if (!error.code) throw error;
    toast(refusal(error), "bad");
    return null;
  }
}

let dialogs = 0;

/** A modal dialog with a heading and a close button; resolves when it is closed. */
export function openDialog(title, build) {
  const heading = `dialog-title-${(dialogs += 1)}`;
  const dialog = h("dialog", { "aria-labelledby": heading });
  const close = () => dialog.close();
  const inside = h("div", { class: "dialog-inside" });
  const head = () => h("div", { class: "dialog-head", "data-key": heading }, h("h2", { id: heading }, title),
    h("button", { class: "quiet", onclick: close, "aria-label": t("ui.close") }, icon("cross")));
  const redraw = () => show(inside, head(), build(close, redraw));
  redraw();
  dialog.append(inside);
  document.body.append(dialog);
  // A handler that gave false would cancel every click inside.
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  dialog.showModal();
  return new Promise((resolve) => (dialog.onclose = () => (dialog.remove(), resolve())));
}

/** Asks before something that is not undone by a tap. */
export function confirmed(question, yes) {
  let answer = false;
  return openDialog(t("ui.sure"), (close) => [
    h("p", {}, question),
    h("div", { class: "row end" },
      h("button", { onclick: close }, t("ui.cancel")),
      h("button", { class: "danger", onclick: () => ((answer = true), close()) }, yes)),
  ]).then(() => answer);
}

function choices(name, values, after, keep = prefer) {
  return h("div", { class: "field" }, h("span", { id: `prefer-${name}`, class: "small muted" }, t(`ui.prefer.${name}`)),
    h("div", { class: "row", role: "group", "aria-labelledby": `prefer-${name}` }, values.map(([value, label]) =>
      h("button", { "aria-pressed": String((name === "language" ? language : preference(name)) === value), lang: name === "language" ? value : null,
        onclick: () => (keep(name, value), after(value)) }, label))));
}

function openPreferences(tab) {
  return openDialog(t("ui.preferences"), (close, redraw) => [
    choices("language", Object.entries(LANGUAGES), () => location.reload()),
    choices("theme", ["auto", "light", "dark"].map((value) => [value, t(`ui.theme.${value}`)]), redraw),
    choices("suits", ["two", "four"].map((value) => [value, t(`ui.suits.${value}`)]), redraw),
    choices("sound", ["on", "off"].map((value) => [value, t(`ui.${value}`)]), redraw, turn),
    choices("voice", ["on", "off"].map((value) => [value, t(`ui.${value}`)]), redraw, turn),
    tab === "phone" ? h("a", { class: "button quiet", href: "/camera" }, icon("camera"), t("ui.this-phone-camera")) : null,
  ]);
}

const SHELL_LATER = 2000;

/** Keeps all pages at hand, well after this one is shown; a browser refuses that under a certificate that it does not know. */
function keepShell() {
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/worker.js").catch(() => {});
}

/** Lays the frame around `<main>`; `tab` is the page's own name. */
export function frame(tab) {
  document.title = `${t(`ui.tab.${tab}`)} · Scheids`;
  const main = document.querySelector("main");
  main.id = "main";
  main.tabIndex = -1;
  const note = h("div", { class: "bar-note" });
  const offline = h("div", { class: "offline", role: "status", hidden: true }, t("ui.offline"));
  const trouble = h("div", { class: "offline", role: "alert", hidden: true });
  const bar = document.querySelector("header.bar");
  bar.before(h("a", { class: "skip", href: "#main" }, t("ui.skip")));
  bar.append(
    h("nav", { class: "tabs", "aria-label": t("ui.pages") }, TABS.map(([name, picture]) =>
      h("a", { href: `/${name}`, "aria-current": name === tab ? "page" : null }, icon(picture), h("span", {}, t(`ui.tab.${name}`))))),
    note,
    h("button", { class: "quiet", "aria-label": t("ui.preferences"), onclick: () => openPreferences(tab) }, icon("gear")));
  main.before(offline, trouble);
  document.body.append(toasts);
  onTable(({ snapshot, online, everOnline }) => {
    offline.hidden = online || !everOnline;
    offline.textContent = t("ui.offline");
    const wrong = snapshot?.trouble;
    trouble.hidden = !wrong;
    trouble.textContent = !wrong ? "" : knows(`trouble.${wrong}`) ? t(`trouble.${wrong}`) : t("trouble.other", { message: wrong });
    const number = snapshot?.phase === "dealing" ? (snapshot.scores?.rounds.length ?? 0) + 1 : snapshot?.round?.number;
    const planned = snapshot?.scores?.rounds_planned;
    const where = snapshot?.demo ? t("ui.demo") : number ? t(planned ? "ui.round-of" : "ui.round", { number, planned }) : null;
    show(note, snapshot?.match ? [
      where ? [h("span", {}, where), h("br", {})] : null,
      h("span", { class: "small" }, ruleTitle(snapshot.rules))] : null);
  });
  if (!table.online) setTimeout(() => {
    offline.hidden = table.online;
    if (!table.everOnline) offline.textContent = t("ui.no-table");
  }, 2500);
  setTimeout(keepShell, SHELL_LATER);
  return main;
}

/** A rule set's name in this language where it has one. */
export const ruleTitle = (rules) => (!rules ? "" : knows(`rules.${rules.name}`) ? t(`rules.${rules.name}`) : rules.title ?? rules.name);
