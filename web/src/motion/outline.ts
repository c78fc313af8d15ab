// Points that say how much room the scene takes on the screen: of bodies, lines and trails at some of the frames.
import { Vector3 } from "three";

import { isSolid, type Shape } from "./figures/layer";
import type { Track } from "./interpolate";

const MOST_FRAMES = 48;
const FEWEST_FRAMES = 4;
const MOST_RECORDS = 4000;
const TRAIL_FRAMES = 400;

/** x, y, z, ... of everything to see; empty when nothing is. Planes and the lengths of frames do not count: they end where one likes. */
export function outlineOf(shapes: Shape[], trails: Track[]): Float32Array {
  const points: number[] = [];
  const add = (x: number, y: number, z: number): void => {
    if (Number.isFinite(x + y + z)) points.push(x, y, z);
  };
  const frames = Math.min(Math.max(Math.floor(MOST_RECORDS / Math.max(shapes.length, 1)), FEWEST_FRAMES), MOST_FRAMES);
  for (const { figure, track } of shapes) {
    if (figure.kind === "plane") continue;
    forFrames(track, frames, (at) => {
      if (isSolid(figure.kind)) addBody(track.values, at, figure.kind === "disc" ? 2 : 3, figure.kind === "box", add);
      else
        for (let k = 0; k < (figure.kind === "frame" ? 3 : track.width); k += 3)
          add(track.values[at + k]!, track.values[at + k + 1]!, track.values[at + k + 2]!);
    });
  }
  for (const track of trails) forFrames(track, TRAIL_FRAMES, (at) => add(track.values[at]!, track.values[at + 1]!, track.values[at + 2]!));
  return Float32Array.from(points);
}

function forFrames(track: Track, most: number, visit: (at: number) => void): void {
  const frames = track.values.length / track.width;
  const step = Math.max(1, Math.floor(frames / most));
  for (let i = 0; i < frames; i += step) visit(i * track.width);
}

/** The corners of a box; of a round body the corners of a smaller one, which its outline passes near. */
function addBody(
  values: ArrayLike<number>,
  at: number,
  axes: number,
  isBox: boolean,
  add: (x: number, y: number, z: number) => void,
): void {
  const corner = new Vector3();
  const part = isBox ? 1 : 1 / Math.sqrt(axes);
  for (let i = 0; i < 1 << axes; i++) {
    corner.set(values[at]!, values[at + 1]!, values[at + 2]!);
    for (let k = 0; k < axes; k++) {
      const s = part * (i & (1 << k) ? 1 : -1);
      const from = at + 3 + 3 * k;
      corner.x += s * values[from]!;
      corner.y += s * values[from + 1]!;
      corner.z += s * values[from + 2]!;
    }
    add(corner.x, corner.y, corner.z);
  }
  for (let k = 0; k < axes && !isBox; k++)
    for (const s of [1, -1]) {
      const from = at + 3 + 3 * k;
      add(values[at]! + s * values[from]!, values[at + 1]! + s * values[from + 1]!, values[at + 2]! + s * values[from + 2]!);
    }
}
