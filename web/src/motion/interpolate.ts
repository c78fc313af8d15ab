// Between two frames: places along a straight line, axes turned along it and kept at their length; what turns too far for that is where it
// is in the nearer frame. Nothing here allocates.
import type { Numbers } from "./decode";
import type { Moment } from "./timeline";

/** Records of `width` numbers, one for each frame, or one alone. */
export interface Track {
  values: Numbers;
  width: number;
}

/** Writes the record of a moment into `out`; false when it is not all finite: then there is nothing to show. */
export function mixRecord(track: Track, moment: Moment, out: Float64Array): boolean {
  const { values, width } = track;
  const from = startOf(track, moment.index);
  const to = startOf(track, moment.index + 1);
  const f = moment.fraction;
  let sum = 0;
  for (let k = 0; k < width; k++) {
    const x = f < 1 ? values[from + k]! : values[to + k]!;
    const value = f > 0 && f < 1 ? x + f * (values[to + k]! - x) : x;
    out[k] = value;
    sum += value;
  }
  return Number.isFinite(sum);
}

/** Of a body: a place and three axes. An axis has the direction of the straight mixture and the length between those of the frames. */
export function mixBody(track: Track, moment: Moment, out: Float64Array): boolean {
  if (!mixRecord(track, moment, out)) return false;
  const f = moment.fraction;
  if (f <= 0 || f >= 1 || track.values.length === track.width) return true;
  const from = startOf(track, moment.index);
  const to = startOf(track, moment.index + 1);
  for (let k = 3; k < 12; k += 3) if (isFarTurn(track.values, from + k, to + k)) return takeNearer(track, moment, out);
  for (let k = 3; k < 12; k += 3) keepLength(track.values, from + k, to + k, f, out, k);
  return true;
}

/** Of a rod from one place to another: straight lines between the frames, unless it turns too far for that. */
export function mixRod(track: Track, moment: Moment, out: Float64Array): boolean {
  if (!mixRecord(track, moment, out)) return false;
  const f = moment.fraction;
  if (f <= 0 || f >= 1 || track.values.length === track.width) return true;
  const { values } = track;
  const a = startOf(track, moment.index);
  const b = startOf(track, moment.index + 1);
  let dot = 0;
  let first = 0;
  let second = 0;
  for (let k = 0; k < 3; k++) {
    const x = values[a + 3 + k]! - values[a + k]!;
    const y = values[b + 3 + k]! - values[b + k]!;
    dot += x * y;
    first += x * x;
    second += y * y;
  }
  return dot < FARTHEST * Math.sqrt(first * second) ? takeNearer(track, moment, out) : true;
}

/** The cosine of the largest turn that has something between its ends: a faster spin would shear and shrink what turns. */
const FARTHEST = Math.cos((60.001 * Math.PI) / 180);

function isFarTurn(values: Numbers, a: number, b: number): boolean {
  const dot = values[a]! * values[b]! + values[a + 1]! * values[b + 1]! + values[a + 2]! * values[b + 2]!;
  return dot < FARTHEST * lengthOf(values, a) * lengthOf(values, b);
}

function takeNearer(track: Track, { index, fraction }: Moment, out: Float64Array): boolean {
  const start = startOf(track, fraction < 0.5 ? index : index + 1);
  for (let k = 0; k < track.width; k++) out[k] = track.values[start + k]!;
  return true;
}

function keepLength(values: Numbers, from: number, to: number, f: number, out: Float64Array, k: number): void {
  const length = lengthOf(out, k);
  const scale = length > 0 ? ((1 - f) * lengthOf(values, from) + f * lengthOf(values, to)) / length : 1;
  for (let i = 0; i < 3; i++) out[k + i] = scale * out[k + i]!;
}

function lengthOf(values: Numbers, at: number): number {
  return Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!);
}

function startOf(track: Track, index: number): number {
  const last = track.values.length / track.width - 1;
  return track.width * (index < last ? index : last);
}

/**
 * The value of a curve at a moment; NaN where there is none. Between two frames it is that of the cubic through them and their neighbours:
 * with a straight line the third digit would be wrong. Where the cubic swings out, at a kink or an end, the line is taken.
 */
export function mixValue(values: Numbers, moment: Moment, times: Numbers): number {
  const { index, fraction } = moment;
  const x = values[index]!;
  if (fraction <= 0) return x;
  const y = values[index + 1]!;
  if (fraction >= 1) return y;
  const line = x + fraction * (y - x);
  const first = Math.min(Math.max(index - 1, 0), values.length - 4);
  if (first < 0) return line;
  const cubic = lagrange(times, values, first, times[index]! + fraction * (times[index + 1]! - times[index]!));
  return Math.abs(cubic - line) <= 0.5 * Math.abs(y - x) + 0.05 * spread(values, first) ? cubic : line;
}

/** The cubic through four frames, the first of them this one. */
function lagrange(times: Numbers, values: Numbers, first: number, t: number): number {
  let sum = 0;
  for (let i = first; i < first + 4; i++) {
    let weight = 1;
    for (let k = first; k < first + 4; k++) if (k !== i) weight *= (t - times[k]!) / (times[i]! - times[k]!);
    sum += weight * values[i]!;
  }
  return sum;
}

/** How far four values are apart; NaN, which nothing is below, when one is not there. */
function spread(values: Numbers, first: number): number {
  const four = [values[first]!, values[first + 1]!, values[first + 2]!, values[first + 3]!];
  return Math.max(...four) - Math.min(...four);
}
