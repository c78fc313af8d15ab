// Choices of round numbers: speeds of the player, lengths of arrows, ends of axes.

export const SPEEDS: readonly number[] = [0.1, 0.25, 0.5, 1, 2, 5];

const SHORTEST = 5; // seconds of a whole motion
const LONGEST = 20;
const BEST = 10;

/** A speed at which a motion takes 5 to 20 seconds: 1 if it can be, else the usual one that comes nearest to 10 seconds, else a round one. */
export function chooseSpeed(duration: number): number {
  if (!(duration > 0) || takesWell(duration)) return 1;
  const usual = SPEEDS.filter((speed) => takesWell(duration / speed));
  const far = (speed: number) => Math.abs(Math.log(duration / speed / BEST));
  if (usual.length > 0) return usual.reduce((a, b) => (far(b) < far(a) ? b : a));
  return roundBelow(duration / SHORTEST);
}

/** What the player offers: the usual speeds, or ones around a speed that is not usual. */
export function speedsAround(speed: number): number[] {
  if (SPEEDS.includes(speed)) return [...SPEEDS];
  return SPEEDS.map((factor) => tidy(factor * speed));
}

function takesWell(seconds: number): boolean {
  return seconds >= SHORTEST && seconds <= LONGEST;
}

/** The largest 1, 2 or 5 times a power of ten that is not above `value` (> 0). */
export function roundBelow(value: number): number {
  const exponent = Math.floor(Math.log10(value) + 1e-12);
  const power = 10 ** exponent;
  const part = value / power;
  const digit = part >= 5 * (1 - 1e-12) ? 5 : part >= 2 * (1 - 1e-12) ? 2 : 1;
  return tidy(digit * power);
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** How arrows are drawn: `scale` lengths for one unit, so that the largest value has a wanted length. */
export interface ArrowScale {
  scale: number;
  largest: number;
}

/** Null when there is nothing to draw. */
export function chooseArrowScale(largest: number, longest: number): ArrowScale | null {
  if (!(largest > 0) || !Number.isFinite(largest)) return null;
  return { scale: longest / largest, largest };
}

/** A round value for an arrow that shows the scale: not above the largest one, and not longer than this. */
export function sampleValue({ scale, largest }: ArrowScale, longest: number): number {
  return roundBelow(Math.min(largest, longest / scale));
}

const FLATTEST = 1e-6; // of the values: less is drawn as a level line

/** The ends of an axis for values from `low` to `high`; a curve that hardly changes is shown as level, not as noise. */
export function axisRange(low: number, high: number): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [-1, 1];
  const middle = low / 2 + high / 2;
  const half = Math.max(high / 2 - low / 2, FLATTEST * size);
  return [middle - 1.08 * half, middle + 1.08 * half];
}

/** The decades around the values above 0, two at least. */
export function decadeRange(smallest: number, largest: number): [number, number] {
  if (!(smallest > 0 && smallest <= largest && Number.isFinite(largest))) return [1e-17, 1e-15];
  const low = Math.floor(Math.log10(smallest));
  const high = Math.ceil(Math.log10(largest));
  const missing = Math.max(0, 2 - (high - low));
  return [10 ** (low - missing), 10 ** high];
}

/** Powers of ten between the ends, at most `most` of them. */
export function decades(low: number, high: number, most: number): number[] {
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((to - from + 1) / Math.max(most, 1)));
  const ticks: number[] = [];
  for (let e = to; e >= from; e -= step) ticks.unshift(10 ** e);
  return ticks;
}
