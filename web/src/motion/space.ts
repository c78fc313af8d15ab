// A model may be a thousandth or a million across. It is drawn within a ball of radius 1 about the origin: near enough for 32 bits.
import { Vector3 } from "three";

import type { Figure, Scene, Vector } from "../report";
import { decodeRecords, type Numbers } from "./decode";
import type { Track } from "./interpolate";

export class Space {
  readonly centre: Vector;
  /** Half of the diagonal of the box around everything. */
  readonly size: number;
  readonly low: Vector3;
  readonly high: Vector3;

  constructor(scene: Scene) {
    const { low, high } = scene;
    const isGood = [...low, ...high].every(Number.isFinite);
    this.centre = isGood ? [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2] : [0, 0, 0];
    const half = isGood ? Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2 : 1;
    this.size = half > 0 ? half : 1;
    this.low = isGood && half > 0 ? this.put(low) : new Vector3(-0.5, -0.5, -0.5);
    this.high = isGood && half > 0 ? this.put(high) : new Vector3(0.5, 0.5, 0.5);
  }

  get middle(): Vector3 {
    return new Vector3().addVectors(this.low, this.high).multiplyScalar(0.5);
  }

  /** The eight corners of the box. */
  corners(): Float32Array {
    const { low, high } = this;
    return Float32Array.from({ length: 24 }, (_, i) => {
      const corner = Math.floor(i / 3);
      const k = i % 3;
      return (corner & (1 << k) ? high : low).getComponent(k);
    });
  }

  put(place: Vector): Vector3 {
    return new Vector3(...(place.map((x, k) => (x - this.centre[k]!) / this.size) as Vector));
  }

  /** Places x, y, z, ... as they are drawn. */
  places(values: Numbers): Float32Array {
    return Float32Array.from(values, (x, i) => (x - this.centre[i % 3]!) / this.size);
  }
}

/** The numbers of one record of a figure. */
export function recordWidth(figure: Figure): number {
  switch (figure.kind) {
    case "point":
      return 3;
    case "segment":
    case "spring":
    case "arrow":
      return 6;
    case "curve":
      return 3 * figure.count;
    default:
      return 12;
  }
}

/** The records of a figure as they are drawn: places are moved and scaled, lengths scaled, unit vectors kept. Errors tell its number, from 1 on. */
export function figureTrack(figure: Figure, number: number, frames: number, space: Space): Track {
  const width = recordWidth(figure);
  const of = `the figure ${number} (${figure.kind})`;
  if (!(width > 0)) throw new Error(`${of}: it has no points`);
  const values = decodeRecords(figure.data, width, figure.fixed ? [1] : [frames, 1], of);
  if (width !== 12 || figure.kind === "curve") return { values: space.places(values), width };
  const isUnit = (axis: number) => figure.kind === "frame" || figure.kind === "plane" || (figure.kind === "disc" && axis === 2);
  const put = (x: number, i: number): number => {
    const k = i % 12;
    if (k < 3) return (x - space.centre[k]!) / space.size;
    return isUnit(Math.floor(k / 3) - 1) ? x : x / space.size;
  };
  return { values: Float32Array.from(values, put), width };
}

/** Which way is up: z, unless the view has z lying down; then the axis that is most upright there. */
export function uprightOf(scene: Scene): Vector3 {
  const up = new Vector3(...scene.view.up);
  if (scene.view.flat) return up.normalize();
  if (scene.ground !== null) {
    const normal = new Vector3(...scene.ground.e1).cross(new Vector3(...scene.ground.e2)).normalize();
    if (Math.abs(normal.dot(up)) > 0.1) return normal.multiplyScalar(Math.sign(normal.dot(up)));
  }
  if (up.z > 0.1) return new Vector3(0, 0, 1);
  const parts = [Math.abs(up.x), Math.abs(up.y), Math.abs(up.z)];
  const k = parts.indexOf(Math.max(...parts));
  return new Vector3().setComponent(k, Math.sign(up.getComponent(k)) || 1);
}
