// The words of this device: catalogue, sentences with values filled in, names of cards, suits and ranks.
import { preference } from "./preferences.js";

export const LANGUAGES = { nl: "Nederlands", en: "English", de: "Deutsch", fr: "Français" };

function chosenLanguage() {
  const wished = [preference("language"), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => (tag ?? "").slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";
}

export const language = chosenLanguage();
document.documentElement.lang = language;

async function load() {
  const answer = await fetch(`/languages/${language}.json`);
  if (!answer.ok) throw new Error(`no catalogue for ${language}`);
  return answer.json();
}

const words = await load();
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const one = new Intl.PluralRules(language);

/** Whether the catalogue has a sentence for the key. */
export const knows = (key) => key in words;

export const suitName = (suit) => words[`suit.${suit}`] ?? suit;
export const rankName = (rank) => words[`rank.${rank}`] ?? rank;
export const rankIndex = (rank) => words[`index.${rank}`] ?? rank;
export const formatNumber = (value) => numbers.format(value).replace("-", "−");

/** `JH` as the language says it: hartenboer, Herz-Bube, valet de cœur, jack of hearts. */
export function cardName(card, withArticle = false) {
  if (card === "BACK") return words["card.back"];
  const rank = card === "JOKER" ? "JOKER" : card.slice(0, -1);
  const article = withArticle ? words[`article.${rank}`] ?? words.article ?? "" : "";
  if (rank === "JOKER") return article + words["rank.JOKER"];
  const pattern = /\d/.test(rank) ? words["card.number"] : words["card.court"];
  return article + pattern.replace("{suit}", suitName(card.slice(-1))).replace("{rank}", rankName(rank));
}

/** First letter in capitals, for the start of a sentence. */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** "a, b and c". */
export function listed(texts) {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} ${words.and} ${texts.at(-1)}`;
}

const FORMATS = {
  card: (value) => cardName(value),
  thecard: (value) => cardName(value, true),
  cards: (value) => listed([].concat(value).map((card) => cardName(card))),
  Thecard: (value) => capital(cardName(value, true)),
  Card: (value) => capital(cardName(value)),
  suit: suitName,
  Suit: (value) => capital(suitName(value)),
  rank: rankName,
  Rank: (value) => capital(rankName(value)),
  ranks: (value) => listed([].concat(value).map(rankName)),
  names: (value) => listed([].concat(value)),
  number: (value) => formatNumber(value),
  n: (value, forms) => (forms[one.select(Math.abs(value)) === "one" ? 0 : 1] ?? "#").replace("#", formatNumber(value)),
  is: (value, forms) => {
    const pairs = forms.map((form) => form.split(/=(.*)/s));
    return (pairs.find(([key]) => key === String(value)) ?? pairs.find(([key]) => key === "*") ?? ["", String(value)])[1].replace("#", value);
  },
};

/** Fills `{name}`, `{name:card}`, `{count:n|# card|# cards}` and `{way:is|left=to the left|*=on}` into a pattern. */
export function fillPattern(pattern, values) {
  return pattern.replace(/\{(\w+)(?::(\w+)((?:\|[^|{}]*)*))?\}/g, (whole, name, format, forms) => {
    const value = values[name];
    if (value === undefined || value === null) return "…";
    return format ? FORMATS[format](value, forms.split("|").slice(1)) : typeof value === "number" ? formatNumber(value) : String(value);
  });
}

/** The sentence for a key; an unknown key shows itself, so that a gap is seen and nothing breaks. */
export function t(key, values = {}) {
  const pattern = words[key];
  return pattern === undefined ? key : fillPattern(pattern, values);
}

/** The sentence of something that carries `{code, params}`: `tell("reason", reason)`. */
export function tell(family, told) {
  const params = told.params ?? {};
  return t(`${family}.${told.code}`, params.fault ? { ...params, message: `${faultText({ code: params.fault, meant: params.meant, params })}.` } : params);
}

/** What is wrong with a rule file or an option, and what was likely meant. */
export function faultText({ code, params, meant, message }) {
  if (!knows(`fault.${code}`)) return message ?? code;
  return t(`fault.${code}`, params) + (meant ? t("fault.did-you-mean", { meant }) : "");
}

/** A device's name; one that nobody named is called by what it is. */
export function deviceName(name) {
  const number = /^Phone (\d+)$/.exec(name ?? "")?.[1];
  return name === "Host" ? t("ui.device-host") : number ? t("ui.device-phone", { number }) : name;
}

/** Why the camera of the table does not work. */
export const cameraFault = ({ fault, name, spec }) => (fault && knows(`source.${fault.code}`) ? t(`source.${fault.code}`, fault.params) : t("ui.camera-fails", { name: deviceName(name) || spec }));

/** A time of day, hours and minutes. */
export const timeOf = (milliseconds) => new Date(milliseconds).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
export const dayOf = (milliseconds) => new Date(milliseconds).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });
