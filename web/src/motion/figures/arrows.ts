// Arrows of a width in pixels: figures, the axes of frames, velocities and forces.
import { ConeGeometry, MeshStandardMaterial, type InstancedMesh } from "three";

import { mixBody, mixRod } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { blend, figureColour, instances, paintInstance, type Layer, type Shape } from "./layer";
import { hide, writeRod } from "./matrix";
import { rodGeometry } from "./rods";

const RADIUS = 1.4;
const HEAD_RADIUS = 4.4;
const HEAD_LENGTH = 12;

/** Arrows that somebody else places. */
export class ArrowSet {
  readonly objects: InstancedMesh[];
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;

  constructor(count: number) {
    const material = new MeshStandardMaterial({ roughness: 0.6 });
    const cone = new ConeGeometry(1, 1, 20).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.shafts = instances(rodGeometry(), material, count);
    this.heads = instances(cone, material, count);
    this.objects = [this.shafts, this.heads];
  }

  place(i: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number, pixel: number): void {
    const shafts = this.shafts.instanceMatrix.array as Float32Array;
    const heads = this.heads.instanceMatrix.array as Float32Array;
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const head = Math.min(HEAD_LENGTH * pixel, 0.6 * length);
    const part = length > 0 ? 1 - head / length : 0;
    const thin = Math.min(1, head / (HEAD_LENGTH * pixel)); // short arrows are thin too
    const x = ax + part * dx;
    const y = ay + part * dy;
    const z = az + part * dz;
    writeRod(shafts, i, ax, ay, az, x, y, z, RADIUS * pixel * (0.4 + 0.6 * thin));
    writeRod(heads, i, x, y, z, bx, by, bz, HEAD_RADIUS * pixel * thin);
  }

  hide(i: number): void {
    hide(this.shafts.instanceMatrix.array as Float32Array, i);
    hide(this.heads.instanceMatrix.array as Float32Array, i);
  }

  flush(): void {
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }

  paint(i: number, rgb: readonly number[]): void {
    paintInstance(this.shafts, i, rgb);
    paintInstance(this.heads, i, rgb);
  }
}

/** The figures of the kind arrow. */
export class Arrows implements Layer {
  readonly objects: InstancedMesh[];
  private readonly set: ArrowSet;
  private readonly record = new Float64Array(6);

  constructor(private readonly shapes: Shape[]) {
    this.set = new ArrowSet(shapes.length);
    this.objects = this.set.objects;
  }

  update(moment: Moment, pixel: number): void {
    const p = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      if (!mixRod(track, moment, p)) this.set.hide(i);
      else this.set.place(i, p[0]! + lift[0], p[1]! + lift[1], p[2]! + lift[2], p[3]! + lift[0], p[4]! + lift[1], p[5]! + lift[2], pixel);
    }
    this.set.flush();
  }

  paint(theme: Theme): void {
    this.shapes.forEach((shape, i) => this.set.paint(i, figureColour(theme, shape.figure.colour)));
  }
}

const AXES = [
  [0.79, 0.27, 0.23],
  [0.25, 0.58, 0.32],
  [0.2, 0.42, 0.76],
] as const; // x, y, z as everywhere: red, green, blue

/** Frames: three arrows each, of the same length in all pictures. */
export class Frames implements Layer {
  readonly objects: InstancedMesh[];
  private readonly set: ArrowSet;
  private readonly record = new Float64Array(12);

  constructor(
    private readonly shapes: Shape[],
    private readonly lengths: number[],
  ) {
    this.set = new ArrowSet(3 * shapes.length);
    this.objects = this.set.objects;
  }

  update(moment: Moment, pixel: number): void {
    const p = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      const isThere = mixBody(track, moment, p);
      const x = p[0]! + lift[0];
      const y = p[1]! + lift[1];
      const z = p[2]! + lift[2];
      for (let k = 0; k < 3; k++) {
        const at = 3 + 3 * k;
        const length = this.lengths[i]!;
        if (!isThere) this.set.hide(3 * i + k);
        else this.set.place(3 * i + k, x, y, z, x + length * p[at]!, y + length * p[at + 1]!, z + length * p[at + 2]!, pixel);
      }
    }
    this.set.flush();
  }

  paint(theme: Theme): void {
    for (let i = 0; i < 3 * this.shapes.length; i++) this.set.paint(i, theme.isDark ? blend(AXES[i % 3]!, [1, 1, 1], 0.25) : AXES[i % 3]!);
  }
}
