// The time of the animation. It knows nothing of screens: somebody tells it how many seconds have gone by.
import type { Timeline } from "./timeline";

export class Clock {
  private isRunning = false;
  private now: number;
  private rate = 1;
  private isLooping = true;
  private readonly listeners = new Set<() => void>();

  constructor(readonly timeline: Timeline) {
    this.now = timeline.start;
  }

  get time(): number {
    return this.now;
  }
  get playing(): boolean {
    return this.isRunning;
  }
  /** Units of model time for one second. */
  get speed(): number {
    return this.rate;
  }
  get loop(): boolean {
    return this.isLooping;
  }

  set speed(speed: number) {
    if (!(speed > 0)) throw new Error(`speed: ${speed} is not above 0`);
    this.rate = speed;
    this.tell();
  }

  set loop(loop: boolean) {
    this.isLooping = loop;
    this.tell();
  }

  /** At the end it begins anew. A motion without duration cannot be played. */
  play(): void {
    if (this.isRunning || this.timeline.duration === 0) return;
    if (this.now === this.timeline.end) this.now = this.timeline.start;
    this.isRunning = true;
    this.tell();
  }

  pause(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.tell();
  }

  toggle(): void {
    if (this.isRunning) this.pause();
    else this.play();
  }

  /** Goes to a time, or as near as the motion has it. */
  seek(time: number): void {
    if (Number.isNaN(time)) return;
    const next = this.timeline.clamp(time);
    if (next === this.now) return;
    this.now = next;
    this.tell();
  }

  /** To the frame before (-1) or after (1): paused, since one wants to examine it. */
  step(step: 1 | -1): void {
    this.pause();
    this.seek(this.timeline.neighbour(this.now, step));
  }

  advance(seconds: number): void {
    if (!this.isRunning || !(seconds > 0)) return;
    const { start, direction, duration } = this.timeline;
    const gone = direction * (this.now - start) + this.rate * seconds;
    if (gone < duration) {
      this.now = this.timeline.clamp(start + direction * gone);
    } else if (this.isLooping) {
      this.now = this.timeline.clamp(start + direction * (gone % duration));
    } else {
      this.now = this.timeline.end;
      this.isRunning = false;
    }
    this.tell();
  }

  /** Called after every change; the answer ends it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(): void {
    this.listeners.forEach(call);
  }
}

function call(listener: () => void): void {
  listener();
}
