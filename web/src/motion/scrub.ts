// Hands on a chart: pressing and dragging moves through time; dragging with Shift, the wheel with Ctrl, and two fingers change the span of
// time that is seen; a double click shows all of it.
import type uPlot from "uplot";

import type { Clock } from "./clock";
import type { Zoom } from "./zoom";

const LEAST = 6; // pixels of a selection
const KEY_ZOOM = 1.5;
const WHEEL_ZOOM = 0.005;

export function bindScrubbing(plot: uPlot, zoom: Zoom, clock: Clock, onUse: () => void): void {
  const { over } = plot;
  const hands = new Hands(plot, zoom, clock, onUse);
  over.addEventListener("pointerdown", (event) => hands.press(event));
  over.addEventListener("pointermove", (event) => hands.move(event));
  over.addEventListener("pointerup", (event) => hands.lift(event));
  over.addEventListener("pointercancel", (event) => hands.lift(event));
  over.addEventListener("wheel", (event) => hands.roll(event), { passive: false });
  over.addEventListener("dblclick", () => zoom.reset());
  // Two fingers are for the chart; with one the page can be scrolled.
  over.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length > 1) event.preventDefault();
    },
    { passive: false },
  );
  over.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && pressKey(event, zoom, clock, onUse)) event.preventDefault();
  });
}

class Hands {
  /** Where the fingers are: pixels from the left. */
  private readonly fingers = new Map<number, number>();
  private selectFrom: number | null = null;
  private wasPlaying = false;

  constructor(
    private readonly plot: uPlot,
    private readonly zoom: Zoom,
    private readonly clock: Clock,
    private readonly onUse: () => void,
  ) {}

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const x = this.placeOf(event);
    this.plot.over.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, x);
    if (this.fingers.size > 1) return;
    this.onUse();
    if (event.shiftKey) {
      this.selectFrom = x;
    } else {
      this.wasPlaying = this.clock.playing;
      this.clock.pause();
      this.clock.seek(this.timeAt(x));
    }
  }

  move(event: PointerEvent): void {
    if (!this.fingers.has(event.pointerId)) return;
    const x = this.placeOf(event);
    if (this.fingers.size > 1) this.pinch(event.pointerId, x);
    else if (this.selectFrom !== null) this.select(this.selectFrom, x);
    else this.clock.seek(this.timeAt(x));
    this.fingers.set(event.pointerId, x);
  }

  lift(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size > 0) return;
    if (this.selectFrom !== null) this.finish(this.selectFrom, this.placeOf(event));
    else if (this.wasPlaying) this.clock.play();
    this.wasPlaying = false;
  }

  roll(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const step = event.deltaMode === 0 ? event.deltaY : 30 * event.deltaY;
    this.zoom.by(Math.exp(Math.max(Math.min(step, 200), -200) * WHEEL_ZOOM), this.timeAt(this.placeOf(event)));
  }

  private placeOf(event: MouseEvent): number {
    const { over } = this.plot;
    return Math.min(Math.max(event.clientX - over.getBoundingClientRect().left, 0), over.clientWidth);
  }

  private timeAt(x: number): number {
    return this.plot.posToVal(x, "x");
  }

  private select(from: number, to: number): void {
    this.plot.setSelect({ left: Math.min(from, to), width: Math.abs(to - from), top: 0, height: this.plot.over.clientHeight }, false);
  }

  private finish(from: number, to: number): void {
    this.selectFrom = null;
    this.plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    if (Math.abs(to - from) >= LEAST) this.zoom.show(this.timeAt(from), this.timeAt(to));
  }

  /** One of two fingers moves: the times under both stay under them. */
  private pinch(id: number, x: number): void {
    const other = [...this.fingers].find(([key]) => key !== id)![1];
    const a = this.timeAt(this.fingers.get(id)!);
    const b = this.timeAt(other);
    if (Math.abs(x - other) < LEAST || a === b) return;
    const slope = (a - b) / (x - other);
    this.zoom.show(b - slope * other, b + slope * (this.plot.over.clientWidth - other));
  }
}

/** Left and right: a hundredth of what is seen, with Shift a tenth. */
function pressKey(event: KeyboardEvent, zoom: Zoom, clock: Clock, onUse: () => void): boolean {
  const step = (zoom.max - zoom.min) * (event.shiftKey ? 0.1 : 0.01);
  const goTo = (time: number): void => {
    onUse();
    clock.pause();
    clock.seek(time);
    follow(zoom, clock.time);
  };
  if (event.key === "ArrowLeft") goTo(clock.time - step);
  else if (event.key === "ArrowRight") goTo(clock.time + step);
  else if (event.key === "Home") goTo(zoom.from);
  else if (event.key === "End") goTo(zoom.to);
  else if (event.key === "+" || event.key === "=") zoom.by(1 / KEY_ZOOM, clock.time);
  else if (event.key === "-") zoom.by(KEY_ZOOM, clock.time);
  else if (event.key === "0" || event.key === "Escape") zoom.reset();
  else return false;
  return true;
}

/** What is seen moves along when the time leaves it. */
function follow(zoom: Zoom, time: number): void {
  if (time < zoom.min) zoom.move(time - zoom.min);
  else if (time > zoom.max) zoom.move(time - zoom.max);
}
