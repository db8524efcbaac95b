// One thing that happened, told: what, verdict, reasons, the options behind it, what follows, pictures.
import { h } from "./element.js";
import { miniCard } from "./faces.js";
import { icon } from "./icons.js";
import { deviceName, knows, t, tell, timeOf } from "./language.js";
import { titleOf } from "./options.js";
import { suitChip } from "./suits.js";

/** The sentence of what happened, without its verdict. */
export function whatHappened(entry) {
  const key = `entry.${entry.kind}`;
  const params = { ...entry, player: entry.player ?? t("ui.somebody"), count: entry.count ?? 1 };
  if (entry.card && entry.reasons?.[0]?.code === "turned-up") return t("entry.turned-up", params);
  if (entry.kind === "unreadable") return t("entry.unreadable");
  if ((entry.kind === "laid" || entry.kind === "seen") && !entry.player) return t("entry.seen-unknown", params);
  if (entry.kind === "exchanged") return t(key, { kind: entry.reasons?.[0]?.params?.kind });
  if (entry.put_in) return t(key, { what: whatHappened(entry.put_in) });
  return knows(key) ? t(key, params) : entry.kind;
}

/** Reasons as sentences, each with the options that decided. */
export function reasonSentences(entry) {
  return (entry.reasons ?? []).map((reason) => ({ text: tell("reason", reason), options: reason.options ?? [] }));
}

/** What followed, as sentences, each once: cards drawn that the event or a penalty has named already are not told again. Whose turn it is now is said by the instruction. */
export function effectSentences(entry) {
  const known = new Set((entry.reasons ?? []).map(({ code }) => code));
  let named = entry.kind === "drawn" ? `${entry.player}/${entry.count}` : null;
  return (entry.effects ?? []).flatMap((effect) => {
    const { code, params = {} } = effect;
    const drawn = `${params.player}/${params.count}`;
    if (code === "turn" || (code === "drew" && drawn === named)) return [];
    if (code !== "penalty") return [tell("effect", effect)];
    named = drawn;
    const why = `effect.penalty.${params.reason}`;
    return [!known.has(params.reason) && knows(why) ? t(why, params) : tell("effect", effect)];
  });
}

/** One spoken or announced line: what happened, allowed or not, why. */
export function spokenVerdict(entry) {
  const reasons = reasonSentences(entry).map(({ text }) => text);
  return [whatHappened(entry), entry.legal === false ? t("ui.not-allowed") : null, ...(entry.legal === false ? reasons : effectSentences(entry))].filter(Boolean).map((text) => text.replace(/[.!]?$/, ".")).join(" ");
}

/** Who caused or corrected something: a device by its name, or the camera. */
export const actorName = (by) => deviceName(by?.name) || (by?.kind && knows(`ui.by.${by.kind}`) ? t(`ui.by.${by.kind}`) : t("ui.somebody"));

const UNJUDGED = new Set(["undone", "corrected", "explanation-chosen", "inserted", "restored", "match-started", "match-ended", "round-started", "round-ended", "reshuffled", "turned-up", "taken-back", "unreadable"]);

/** Whether an entry only changes earlier ones, so that there is nothing to put right in itself. */
export const isRevision = (entry) => entry.revises ?? ["undone", "corrected", "explanation-chosen", "inserted", "restored"].includes(entry.kind);

/** Allowed or not: sign and word, never colour alone; nothing for what no rule allows or forbids. */
export function verdictChip(entry) {
  if (entry.legal === null || entry.legal === undefined || (entry.legal && UNJUDGED.has(entry.kind))) return null;
  return h("span", { class: `chip ${entry.legal ? "good" : "bad"}` }, icon(entry.legal ? "check" : "cross"), t(entry.legal ? "ui.allowed" : "ui.not-allowed"));
}

/** The pictures of the moment: before, after and the card itself. */
export function pictures(entry, names = ["before", "after", "crop"]) {
  const found = names.filter((name) => entry.pictures?.[name]);
  if (!found.length) return null;
  return h("div", { class: "pictures" }, found.map((name) =>
    h("figure", { class: `picture ${name}` }, h("img", { src: entry.pictures[name], alt: t(`ui.picture.${name}`), loading: "lazy" }), h("figcaption", { class: "small muted" }, t(`ui.picture.${name}`)))));
}

/** The list of reasons with their rules, then the effects. */
export function explanation(entry, withEffects = true) {
  const reasons = reasonSentences(entry);
  const effects = withEffects ? effectSentences(entry) : [];
  return [
    reasons.length ? h("ul", { class: "reasons" }, reasons.map(({ text, options }) => h("li", {}, text,
      options.length ? h("span", { class: "rule-note" }, t("ui.rule"), " ", options.map((name, index) => [index ? ", " : "", h("a", { href: `/setup#option-${name}` }, titleOf(name))])) : null))) : null,
    effects.length ? h("ul", { class: "effects" }, effects.map((text) => h("li", {}, text))) : null,
  ];
}

/** Why an entry no longer counts as it first stood. */
export function statusNote(entry) {
  const put = entry.inserted ? h("span", { class: "chip" }, t("ui.status.inserted")) : null;
  if (!entry.status || entry.status === "valid") return put;
  return [put, h("span", { class: "chip" }, t(`ui.status.${entry.status}`), entry.corrected ? ` · ${actorName(entry.corrected.by)}` : "")];
}

/** What a corrected entry said at first, struck through; nothing where that is the same sentence. */
function saidAtFirst(entry) {
  const { recorded } = entry;
  const first = recorded?.story ? storySentence(recorded.story) : recorded ? whatHappened(recorded) : null;
  return first && first !== whatHappened(entry) ? h("s", { class: "entry-was small muted" }, first) : null;
}

/** A compact line for lists; `tools` are buttons at its end, `open` is what a tap on the line does. */
export function entryLine(entry, tools = null, open = null) {
  const gone = entry.status === "undone" || entry.status === "removed";
  const what = h(gone ? "s" : "span", { class: "entry-what" }, whatHappened(entry));
  return h("article", { class: `entry ${entry.status ?? "valid"}${entry.legal === false ? " illegal" : ""}`, "data-key": entry.event, onclick: open ? (event) => event.target.closest("a, button") || getSelection().toString() || open() : null },
    h("div", { class: "entry-head" },
      entry.card ? miniCard(entry.card) : entry.suit ? suitChip(entry.suit) : null,
      open ? h("button", { class: "entry-open", "aria-haspopup": "dialog", onclick: open }, what) : what,
      verdictChip(entry)),
    saidAtFirst(entry),
    explanation(entry),
    h("div", { class: "entry-foot small muted" }, entry.at ? h("time", {}, timeOf(entry.at)) : null,
      entry.by ? h("span", {}, actorName(entry.by)) : null, statusNote(entry)),
    tools);
}

/** One story behind a seen card, as a sentence. */
export const storySentence = (story) => t(`explanation.${story.kind ?? story.code}`, { ...story, ...story.params });

/** Whether the referee chose between several stories for this entry. */
export const hasStories = (entry) => (entry.explanations?.length ?? 0) > 1;
