// The times of the frames, in the order of the run: rising, or falling when the motion was run backwards; not evenly spaced.
import type { Numbers } from "./decode";

/** A place between two frames: that far (0 to 1) from the frame `index` to the next one. */
export interface Moment {
  index: number;
  fraction: number;
}

export class Timeline {
  readonly count: number;
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  /** 1, or -1 for a motion run backwards. */
  readonly direction: 1 | -1;
  private hint = 0;

  /** `isJoined`: there is something between neighbouring frames; else a moment is always one of them. */
  constructor(
    readonly times: Numbers,
    readonly isJoined = true,
  ) {
    if (times.length === 0) throw new Error("times: a motion has at least one frame");
    this.count = times.length;
    this.start = times[0]!;
    this.end = times[times.length - 1]!;
    this.direction = this.end < this.start ? -1 : 1;
    this.duration = Math.abs(this.end - this.start);
    if (!Number.isFinite(this.duration)) throw new Error("times: not all of them are finite");
  }

  clamp(time: number): number {
    const low = Math.min(this.start, this.end);
    const high = Math.max(this.start, this.end);
    return time > low ? Math.min(time, high) : low;
  }

  /** How far along the run a time is: 0 to 1. */
  progress(time: number): number {
    return this.duration > 0 ? Math.abs(this.clamp(time) - this.start) / this.duration : 0;
  }

  /** Whether a time is behind the last frame. */
  isOver(time: number): boolean {
    return this.direction * (time - this.end) > 0;
  }

  at(progress: number): number {
    return this.clamp(this.start + Math.min(Math.max(progress, 0), 1) * (this.end - this.start));
  }

  /** Where a time is among the frames. The last search is remembered: an animation asks for neighbours. */
  locate(time: number, moment: Moment): void {
    this.place(time, moment);
    if (!this.isJoined) moment.fraction = Math.round(moment.fraction);
  }

  private place(time: number, moment: Moment): void {
    const last = this.count - 2;
    if (last < 0) {
      moment.index = 0;
      moment.fraction = 0;
      return;
    }
    const i = this.find(this.clamp(time), last);
    const from = this.times[i]!;
    const step = this.times[i + 1]! - from;
    const fraction = step === 0 ? 0 : (this.clamp(time) - from) / step;
    this.hint = i;
    moment.index = i;
    moment.fraction = Math.min(Math.max(fraction, 0), 1);
  }

  /** The time of the frame before (-1) or after (1) a time. */
  neighbour(time: number, step: 1 | -1): number {
    const moment = { index: 0, fraction: 0 };
    this.place(time, moment);
    const at = moment.index + (moment.fraction >= 1 ? 1 : 0);
    const isOn = this.times[at] === time;
    const next = step > 0 ? at + 1 : isOn ? at - 1 : at;
    return this.times[Math.min(Math.max(next, 0), this.count - 1)]!;
  }

  /** The largest index up to `last` whose time is not after this one. */
  private find(time: number, last: number): number {
    const key = this.direction * time;
    let low = 0;
    let high = last;
    if (this.isBefore(this.hint, key)) {
      low = Math.min(this.hint, last);
      if (low + 1 <= last && !this.isBefore(low + 1, key)) return low;
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.isBefore(middle, key)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private isBefore(index: number, key: number): boolean {
    return this.direction * this.times[index]! <= key;
  }
}
