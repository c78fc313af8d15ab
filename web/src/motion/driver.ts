// When something is drawn: once after a change, and again and again only while the clock runs and somebody can see it.
import type { Clock } from "./clock";

const LONGEST = 0.1; // seconds that the clock goes on between two pictures at most

export class Driver {
  private request = 0;
  private before = 0;
  private isAnySeen = false;
  private readonly seen = new Map<Element, boolean>();

  private readonly observer: IntersectionObserver;
  private readonly ending = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly draw: () => void,
    watched: HTMLElement[],
  ) {
    this.observer = new IntersectionObserver((entries) => {
      for (const entry of entries) this.seen.set(entry.target, entry.isIntersecting);
      this.isAnySeen = [...this.seen.values()].includes(true);
      this.wake();
    });
    for (const element of watched) this.observer.observe(element);
    document.addEventListener("visibilitychange", () => this.wake(), { signal: this.ending.signal });
    clock.subscribe(() => this.wake());
  }

  isSeen(element: Element): boolean {
    return this.seen.get(element) === true;
  }

  /** Nothing is drawn any more. */
  end(): void {
    this.ending.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.request);
  }

  /** Something is to be drawn. */
  wake(): void {
    if (this.request === 0 && !this.ending.signal.aborted) this.request = requestAnimationFrame(this.frame);
  }

  private readonly frame = (now: number): void => {
    this.request = 0;
    if (this.clock.playing && this.isAnySeen && !document.hidden) {
      if (this.before > 0) this.clock.advance(Math.min((now - this.before) / 1000, LONGEST));
      this.before = now;
      this.draw();
      this.wake();
    } else {
      this.before = 0;
      this.draw();
    }
  };
}
