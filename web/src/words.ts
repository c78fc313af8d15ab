// Numbers and sentences as people write them.
import { html, type Html } from "./html";

const MINUS = "\u2212";
const THIN = "\u2009";

/** 1234567 as 1 234 567 with thin blanks. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
}

/** A number with some digits: 0.25, 1.6 x 10^-9; a dash where there is none. */
export function formatNumber(value: number | null | undefined, digits = 6): Html {
  if (value === null || value === undefined || Number.isNaN(value)) return html`<span class="none">–</span>`;
  if (!Number.isFinite(value)) return html`${value < 0 ? MINUS : ""}∞`;
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e7)) return html`${withSign(String(Number(value.toPrecision(digits))))}`;
  const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
  const short = String(Number(mantissa));
  return html`${withSign(short)}${THIN}×${THIN}10<sup>${withSign(String(Number(exponent)))}</sup>`;
}

/** Errors and residuals: two digits say enough. */
export function formatSmall(value: number | null | undefined): Html {
  return formatNumber(value, 2);
}

function withSign(digits: string): string {
  return digits.replace("-", MINUS);
}

/** "the equations of Maggi" as the beginning of a line. */
export function capitalise(words: string): string {
  const [first = "", ...rest] = words;
  return first.toUpperCase() + rest.join("");
}

/** "Maggi's equations, (5)-(7)" with the apostrophe and the dash of print. Only for words that contain no formulas. */
export function inPrint(words: string): string {
  return words.replace(/(?<=\p{L}{2})'(?=s\b)/gu, "\u2019").replace(/\)-\(/g, ")\u2013(");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
