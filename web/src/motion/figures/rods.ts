// Segments: rods with a joint at each end; an end that stands still while the rod moves is a pivot, drawn larger.
import { CylinderGeometry, MeshStandardMaterial, SphereGeometry, type BufferGeometry, type InstancedMesh } from "three";

import { mixRod, type Track } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { blend, figureColour, instances, paintInstance, type Layer, type Shape } from "./layer";
import { hide, writeBall, writeRod } from "./matrix";

const RADIUS = 1.7;
const JOINT = 2.9;
const PIVOT = 5;
const MANY = 60;

/** A cylinder of radius 1 along z from 0 to 1. */
export function rodGeometry(sides = 12): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, sides, 1, false).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

export class Rods implements Layer {
  readonly objects: InstancedMesh[];
  private readonly rods: InstancedMesh;
  private readonly joints: InstancedMesh;
  private readonly isPivot: boolean[];
  private readonly joint: number;
  private readonly record = new Float64Array(6);

  constructor(private readonly shapes: Shape[]) {
    const material = new MeshStandardMaterial({ roughness: 0.7 });
    this.rods = instances(rodGeometry(), material, shapes.length);
    this.joints = instances(new SphereGeometry(1, 16, 12), material, 2 * shapes.length);
    this.objects = [this.rods, this.joints];
    this.isPivot = shapes.flatMap(({ track, figure }) => [0, 3].map((end) => !figure.fixed && standsStill(track, end)));
    this.joint = shapes.length > MANY ? RADIUS : JOINT;
  }

  update(moment: Moment, pixel: number): void {
    const rods = this.rods.instanceMatrix.array as Float32Array;
    const joints = this.joints.instanceMatrix.array as Float32Array;
    const p = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      if (!mixRod(track, moment, p)) {
        hide(rods, i);
        hide(joints, 2 * i);
        hide(joints, 2 * i + 1);
        continue;
      }
      for (let k = 0; k < 6; k++) p[k] = p[k]! + lift[k % 3]!;
      writeRod(rods, i, p[0]!, p[1]!, p[2]!, p[3]!, p[4]!, p[5]!, RADIUS * pixel);
      const length = Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!) / pixel;
      writeBall(joints, 2 * i, p[0]!, p[1]!, p[2]!, this.jointRadius(2 * i, length) * pixel);
      writeBall(joints, 2 * i + 1, p[3]!, p[4]!, p[5]!, this.jointRadius(2 * i + 1, length) * pixel);
    }
    this.rods.instanceMatrix.needsUpdate = true;
    this.joints.instanceMatrix.needsUpdate = true;
  }

  /** Joints of short rods (in pixels) are small, so that they do not look like beads on a string. */
  private jointRadius(i: number, length: number): number {
    return this.isPivot[i] ? PIVOT : Math.min(this.joint, Math.max(RADIUS, 0.17 * length));
  }

  paint(theme: Theme): void {
    this.shapes.forEach(({ figure }, i) => {
      // What has no colour of its own is a line of the mechanism: ink, a little softened.
      const colour = figure.colour === 7 && !figure.fixed ? blend(theme.ink.rgb, theme.panel.rgb, 0.2) : figureColour(theme, figure.colour);
      paintInstance(this.rods, i, colour);
      for (let end = 2 * i; end < 2 * i + 2; end++) paintInstance(this.joints, end, this.isPivot[end] ? theme.inkSoft.rgb : colour);
    });
  }
}

function standsStill({ values, width }: Track, at: number): boolean {
  if (values.length <= width) return false;
  for (let i = at; i < values.length; i += width)
    for (let k = 0; k < 3; k++) if (!(Math.abs(values[i + k]! - values[at + k]!) < 1e-6)) return false;
  return true;
}
