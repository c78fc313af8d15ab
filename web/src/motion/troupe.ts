// The motions that are shown together: the first, which the others are measured by, and these. All are at one time, each among its own frames;
// one that ended early stays at its end.
import type { Film, OtherMotion, Scene } from "../report";
import { decodePacked } from "./decode";
import { Timeline, type Moment } from "./timeline";

/** Numbers of the palette for further motions, the clearest next to others first. */
const COLOURS: readonly number[] = [1, 3, 4, 2, 5, 0];
const INK = 6;

/** How the curves of further motions are dashed. */
const DASHES: readonly (readonly number[])[] = [[6, 4], [2, 3], [10, 3, 2, 3], [4, 2]];

export interface Member {
  motion: Film;
  timeline: Timeline;
  /** Where it is now. */
  moment: Moment;
  /** A number of the palette. */
  colour: number;
  dash: readonly number[];
}

export class Troupe {
  readonly members: readonly Member[];
  /** That of the motion that continues longest. */
  readonly lead: Timeline;
  private readonly hidden = new Set<number>();
  private readonly listeners = new Set<() => void>();

  constructor(first: Film, others: readonly OtherMotion[]) {
    const colours = [ownColour(first.scene), ...freeColours(first.scene, others.length)];
    this.members = [first, ...others].map((motion, i) => ({
      motion,
      timeline: new Timeline(decodePacked(motion.times, "times"), motion.joined),
      moment: { index: 0, fraction: 0 },
      colour: colours[i]!,
      dash: i === 0 ? [] : DASHES[(i - 1) % DASHES.length]!,
    }));
    const timelines = this.members.map(({ timeline }) => timeline);
    this.lead = timelines.reduce((longest, one) => (one.duration > longest.duration ? one : longest));
  }

  get isAlone(): boolean {
    return this.members.length === 1;
  }

  locate(time: number): void {
    for (const { timeline, moment } of this.members) timeline.locate(time, moment);
  }

  /** Whether a motion is over at a time. */
  hasEnded(i: number, time: number): boolean {
    return this.members[i]!.timeline.isOver(time);
  }

  isShown(i: number): boolean {
    return !this.hidden.has(i);
  }

  show(i: number, shown: boolean): void {
    if (shown) this.hidden.delete(i);
    else this.hidden.add(i);
    this.listeners.forEach((listener) => listener());
  }

  /** Called when a motion is shown or hidden. */
  subscribe(listener: () => void): void {
    this.listeners.add(listener);
  }
}

/** What the reader sees of the first motion: the colour of its first trail, else of what moves. */
function ownColour(scene: Scene | null): number {
  return scene?.trails[0]?.colour ?? scene?.figures.find(({ fixed }) => !fixed)?.colour ?? INK;
}

/** Colours that the first motion does not have, as long as there are any. */
export function freeColours(scene: Scene | null, count: number): number[] {
  const moving = scene?.figures.filter(({ fixed }) => !fixed) ?? [];
  const taken = new Set([...moving, ...(scene?.trails ?? [])].map(({ colour }) => colour));
  const order = [...COLOURS.filter((colour) => !taken.has(colour)), ...COLOURS.filter((colour) => taken.has(colour))];
  return Array.from({ length: count }, (_, i) => order[i % order.length]!);
}
