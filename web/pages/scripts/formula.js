// The final score written out, so that everybody can check it with a pencil.
import { formatNumber, knows, t } from "./language.js";

const MEAN = new Set(["mean-difference", "own-minus-mean-of-others"]);

/** `45 − (60 + 30 + 90) ÷ 3 = −15` for a player under the mean rule; the total alone under any other. */
export function writtenOut(code, name, scores) {
  const totals = scores.totals ?? {};
  const own = totals[name] ?? 0;
  const result = formatNumber(scores.final?.[name] ?? own);
  if (!MEAN.has(code)) return result;
  const others = Object.entries(totals).filter(([player]) => player !== name).map(([, points]) => points);
  if (others.length === 1) return `${formatNumber(own)} − ${formatNumber(others[0])} = ${result}`;
  return `${formatNumber(own)} − (${others.map(formatNumber).join(" + ")}) ÷ ${others.length} = ${result}`;
}

/** What the formula is, in a sentence. */
export const formulaSentence = (code) => (knows(`formula.${code}`) ? t(`formula.${code}`) : code);
