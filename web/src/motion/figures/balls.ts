// Points: balls of some pixels.
import { MeshStandardMaterial, SphereGeometry, type InstancedMesh } from "three";

import { mixRecord } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { figureColour, instances, paintInstance, type Layer, type Shape } from "./layer";
import { hide, writeBall } from "./matrix";

const RADIUS = 5;

export class Points implements Layer {
  readonly objects: InstancedMesh[];
  private readonly mesh: InstancedMesh;
  private readonly record = new Float64Array(3);

  constructor(private readonly shapes: Shape[]) {
    this.mesh = instances(new SphereGeometry(1, 24, 16), new MeshStandardMaterial({ roughness: 0.6 }), shapes.length);
    this.objects = [this.mesh];
  }

  update(moment: Moment, pixel: number): void {
    const m = this.mesh.instanceMatrix.array as Float32Array;
    const record = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      if (!mixRecord(track, moment, record)) hide(m, i);
      else writeBall(m, i, record[0]! + lift[0], record[1]! + lift[1], record[2]! + lift[2], RADIUS * pixel);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  paint(theme: Theme): void {
    this.shapes.forEach((shape, i) => paintInstance(this.mesh, i, figureColour(theme, shape.figure.colour)));
  }
}
