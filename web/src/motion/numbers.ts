// Numbers as people read them.

const MINUS = "−";
const RAISED: Record<string, string> = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

export function powerOfTen(exponent: number): string {
  return `10${[...String(exponent)].map((sign) => RAISED[sign] ?? sign).join("")}`;
}

/** With this many significant digits; far from 1 as a multiple of a power of ten. NaN is a dash. */
export function formatNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e") as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return trim(value.toFixed(Math.max(0, digits - 1 - power))).replace("-", MINUS);
  const factor = trim(mantissa).replace("-", MINUS);
  const ten = powerOfTen(power);
  return factor === "1" ? ten : factor === `${MINUS}1` ? `${MINUS}${ten}` : `${factor}·${ten}`;
}

function trim(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** A time that changes: always as many decimals as the length of the whole motion asks for, so that the digits stand still. */
export function formatTime(time: number, duration: number): string {
  const size = Math.max(duration, 1e-300);
  if (duration > 0 && (size < 1e-3 || size >= 1e6)) return formatNumber(time, 4);
  const decimals = duration > 0 ? Math.min(Math.max(0, 3 - Math.floor(Math.log10(size) + 1e-9)), 6) : 3;
  return time.toFixed(Math.min(decimals, Math.max(2, decimals - 1))).replace("-", MINUS);
}

/** Labels of ticks that are `step` apart; when they differ only in late digits, from a common number on. */
export function formatTicks(ticks: number[], step: number): { base: number; labels: string[] } {
  const size = ticks.reduce((largest, tick) => Math.max(largest, Math.abs(tick)), 0);
  const base = size > 2e5 * step ? Number((ticks[ticks.length >> 1] ?? 0).toPrecision(15)) : 0;
  const labels = ticks.map((tick) => formatTick(tick - base, step, base !== 0));
  return { base, labels };
}

function formatTick(tick: number, step: number, isPart: boolean): string {
  const digits = Math.max(1, 1 + Math.floor(Math.log10(Math.max(Math.abs(tick), step))) - Math.floor(Math.log10(step) + 1e-9));
  const clean = Math.abs(tick) < step / 1000 ? 0 : tick;
  const text = formatNumber(clean, Math.min(digits + (isFine(step) ? 1 : 0), 12));
  return isPart && clean > 0 ? `+${text}` : text;
}

/** Steps of 2.5: one digit more. */
function isFine(step: number): boolean {
  const part = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
  return Math.abs(part - Math.round(part)) > 1e-6;
}
