// Between two frames: places along a straight line, axes turned along it and kept at their length. Nothing here allocates.
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
  for (let k = 3; k < 12; k += 3) keepLength(track.values, from + k, to + k, f, out, k);
  return true;
}

function keepLength(values: Numbers, from: number, to: number, f: number, out: Float64Array, k: number): void {
  const wanted = (1 - f) * lengthOf(values, from) + f * lengthOf(values, to);
  const length = lengthOf(out, k);
  if (length > 1e-6 * wanted) {
    const scale = wanted / length;
    for (let i = 0; i < 3; i++) out[k + i] = scale * out[k + i]!;
  } else {
    // Half a turn: there is no direction between. The nearer frame.
    for (let i = 0; i < 3; i++) out[k + i] = values[(f < 0.5 ? from : to) + i]!;
  }
}

function lengthOf(values: Numbers, at: number): number {
  return Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!);
}

function startOf(track: Track, index: number): number {
  const last = track.values.length / track.width - 1;
  return track.width * (index < last ? index : last);
}

/** The value of a curve at a moment; NaN where there is none. */
export function mixValue(values: Numbers, moment: Moment): number {
  const x = values[moment.index]!;
  if (moment.fraction <= 0) return x;
  const y = values[moment.index + 1]!;
  return moment.fraction >= 1 ? y : x + moment.fraction * (y - x);
}
