// The span of time that all charts show.

const DEEPEST = 1e-7; // of the whole

export class Zoom {
  private low: number;
  private high: number;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.low = from;
    this.high = to;
  }

  get min(): number {
    return this.low;
  }
  get max(): number {
    return this.high;
  }
  get isWhole(): boolean {
    return this.low === this.from && this.high === this.to;
  }

  /** Shows the span between two times, in any order, within the whole. */
  show(a: number, b: number): void {
    if (!Number.isFinite(a) || !Number.isFinite(b)) return;
    const whole = this.to - this.from;
    const width = Math.min(Math.max(Math.abs(b - a), DEEPEST * whole), whole);
    const low = Math.min(Math.max((a + b - width) / 2, this.from), this.to - width);
    this.set(width === whole ? this.from : low, width === whole ? this.to : low + width);
  }

  /** By a factor (below 1: closer), the time `around` stays in its place. */
  by(factor: number, around: number): void {
    this.show(around + factor * (this.low - around), around + factor * (this.high - around));
  }

  move(time: number): void {
    this.show(this.low + time, this.high + time);
  }

  reset(): void {
    this.set(this.from, this.to);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(low: number, high: number): void {
    if (low === this.low && high === this.high) return;
    this.low = low;
    this.high = high;
    this.listeners.forEach((listener) => listener());
  }
}
