// Velocities and forces of the constraints: arrows on demand, all of one sort to one scale.
import type { InstancedMesh } from "three";

import type { Scene } from "../report";
import { decodeRecords, type Numbers } from "./decode";
import { ArrowSet } from "./figures/arrows";
import type { Layer } from "./figures/layer";
import { mixRecord, type Track } from "./interpolate";
import { chooseArrowScale, type ArrowScale } from "./scales";
import type { Space } from "./space";
import type { Theme } from "./theme";
import type { Moment } from "./timeline";

export type VectorKind = "velocity" | "force";

/** Of the scene, whose radius is 1. */
const LONGEST = 0.4;

/** The numbers of the palette. */
export const VECTOR_COLOURS: Record<VectorKind, number> = { velocity: 2, force: 5 };

export class Vectors implements Layer {
  readonly objects: InstancedMesh[];
  readonly scale: ArrowScale | null;
  private readonly at: Track[] = [];
  private readonly vectors: Track[] = [];
  private readonly set: ArrowSet;
  private readonly place = new Float64Array(3);
  private readonly vector = new Float64Array(3);
  private isShown = false;

  constructor(
    readonly kind: VectorKind,
    arrows: Scene["arrows"],
    frames: number,
    space: Space,
    private readonly lift: readonly number[],
  ) {
    let largest = 0;
    for (const arrow of arrows) {
      const packed = arrow[kind];
      if (packed === null) continue;
      const values = decodeRecords(packed, 3, [frames], `the ${kind} of ${arrow.name}`);
      this.at.push({ values: space.places(decodeRecords(arrow.at, 3, [frames], `the place of ${arrow.name}`)), width: 3 });
      this.vectors.push({ values, width: 3 });
      largest = Math.max(largest, largestOf(values));
    }
    this.scale = chooseArrowScale(largest, LONGEST);
    this.set = new ArrowSet(this.scale === null ? 0 : this.at.length);
    this.objects = this.set.objects;
    this.shown = false;
  }

  get shown(): boolean {
    return this.isShown;
  }
  set shown(shown: boolean) {
    this.isShown = shown && this.scale !== null;
    for (const object of this.objects) object.visible = this.isShown;
  }

  update(moment: Moment, pixel: number): void {
    if (!this.isShown) return;
    const p = this.place;
    const v = this.vector;
    const lift = this.lift;
    const scale = this.scale!.scale;
    for (let i = 0; i < this.at.length; i++) {
      if (!mixRecord(this.at[i]!, moment, p) || !mixRecord(this.vectors[i]!, moment, v)) {
        this.set.hide(i);
        continue;
      }
      const x = p[0]! + lift[0]!;
      const y = p[1]! + lift[1]!;
      const z = p[2]! + lift[2]!;
      this.set.place(i, x, y, z, x + scale * v[0]!, y + scale * v[1]!, z + scale * v[2]!, pixel);
    }
    this.set.flush();
  }

  /** Some of the ends of the arrows: x, y, z each. */
  tips(): Float32Array {
    if (this.scale === null) return new Float32Array(0);
    const { scale } = this.scale;
    const points: number[] = [];
    this.at.forEach(({ values }, i) => {
      const vectors = this.vectors[i]!.values;
      const step = 3 * Math.max(1, Math.floor(values.length / 3 / 100));
      for (let k = 0; k < values.length; k += step) {
        const tip = [0, 1, 2].map((j) => values[k + j]! + scale * vectors[k + j]!);
        if (tip.every(Number.isFinite)) points.push(...tip);
      }
    });
    return Float32Array.from(points);
  }

  paint(theme: Theme): void {
    if (this.scale === null) return;
    for (let i = 0; i < this.at.length; i++) this.set.paint(i, theme.series[VECTOR_COLOURS[this.kind]]!.rgb);
  }
}

function largestOf(values: Numbers): number {
  let largest = 0;
  for (let i = 0; i < values.length; i += 3) {
    const length = Math.hypot(values[i]!, values[i + 1]!, values[i + 2]!);
    if (Number.isFinite(length) && length > largest) largest = length;
  }
  return largest;
}
