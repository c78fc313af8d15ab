// Panels for several motions: the same quantity of all of them is one curve with several lines; what the first motion does not have, such as
// the multipliers of other equations, is in panels of its own.
import type { Film, OtherMotion, Packed, Panel } from "../report";
import type { Timeline } from "./timeline";

export interface Line {
  /** The number of the motion, 0 for the first. */
  of: number;
  values: Packed;
  /** Its own times; null: those of the frames of the motion. */
  times: Packed | null;
}

export interface JointPanel extends Omit<Panel, "curves"> {
  /** The motion that its first lines are of. */
  of: number;
  /** A time to be marked; null: none. */
  mark: number | null;
  curves: { name: string; latex: string | null; lines: Line[] }[];
}

export function jointPanels(first: Film, others: readonly OtherMotion[]): JointPanel[] {
  return [
    ...first.panels.map((panel) => joined(panel, others)),
    ...others.flatMap((other, i) => ownPanels(other, i + 1, first)),
    ...others.flatMap(({ difference }, i) => (difference === null ? [] : [{ ...alone(difference.panel, i + 1, difference.times), mark: difference.visible }])),
  ];
}

function alone(panel: Panel, of: number, times: Packed | null = null): JointPanel {
  return { ...panel, of, mark: null, curves: panel.curves.map(({ name, latex, values }) => ({ name, latex, lines: [{ of, values, times }] })) };
}

function joined(panel: Panel, others: readonly OtherMotion[]): JointPanel {
  const made = alone(panel, 0);
  for (const { name, lines } of made.curves)
    others.forEach((other, i) => {
      const values = findCurve(other, panel.group, name);
      if (values !== null) lines.push({ of: i + 1, values, times: null });
    });
  return made;
}

function findCurve({ panels }: Film, group: Panel["group"], name: string): Packed | null {
  for (const panel of panels) if (panel.group === group) for (const curve of panel.curves) if (curve.name === name) return curve.values;
  return null;
}

/** What the first motion has no curve for. Curves that were left out there, as some of very many, are left out here. */
function ownPanels(other: OtherMotion, of: number, first: Film): JointPanel[] {
  const isOwn = (panel: Panel): ((curve: { name: string }) => boolean) => {
    const isPart = first.panels.some(({ group, note }) => group === panel.group && note !== null);
    return ({ name }) => !isPart && findCurve(first, panel.group, name) === null;
  };
  return other.panels
    .map((panel) => alone({ ...panel, curves: panel.curves.filter(isOwn(panel)) }, of))
    .filter(({ curves }) => curves.length > 0);
}

/** The times of several motions as one rising list, and for each of them where its frames are in that. */
export function alignTimes(timelines: readonly Timeline[]): { times: number[]; places: Map<Timeline, Uint32Array> } {
  const all = timelines.flatMap(({ times }) => Array.from(times)).sort((a, b) => a - b);
  const times = timelines.length === 1 ? all : all.filter((time, i) => i === 0 || time !== all[i - 1]);
  const places = new Map<Timeline, Uint32Array>();
  for (const timeline of timelines) places.set(timeline, placesOf(timeline, times));
  return { times, places };
}

/** Frames of one motion at the same time stay apart as long as there are places. */
function placesOf({ times, direction }: Timeline, all: readonly number[]): Uint32Array {
  const places = new Uint32Array(times.length);
  for (let i = 0, at = 0; i < times.length; i++, at++) {
    const frame = direction > 0 ? i : times.length - 1 - i;
    if (at > 0 && all[at] !== times[frame] && all[at - 1] === times[frame]) at--;
    while (all[at]! < times[frame]!) at++;
    places[frame] = at;
  }
  return places;
}

/** The values of one motion over the common times: undefined where it has no frame, which a line passes over; null where there is no value. */
export function spread(values: ArrayLike<number | null>, places: Uint32Array, count: number): (number | null | undefined)[] {
  const out = new Array<number | null | undefined>(count).fill(undefined);
  for (let i = 0; i < places.length; i++) out[places[i]!] = values[i]!;
  return out;
}
