// Figures of one kind are one layer: one geometry drawn many times, whose matrices are written anew for every picture.
import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, type Material, type Object3D } from "three";

import type { Figure, FigureKind } from "../../report";
import type { Track } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";

export interface Layer {
  readonly objects: Object3D[];
  /** Writes where things are; `pixel` is the length that one pixel shows. */
  update(moment: Moment, pixel: number): void;
  paint(theme: Theme): void;
}

/** A figure with its decoded records. `lift` moves it towards the eye: in a plane it says what is drawn over what. */
export interface Shape {
  figure: Figure;
  track: Track;
  lift: [number, number, number];
}

const SOLIDS: ReadonlySet<FigureKind> = new Set(["disc", "sphere", "ellipsoid", "box"]);

export function isSolid(kind: FigureKind): boolean {
  return SOLIDS.has(kind);
}

export function instances(geometry: BufferGeometry, material: Material, count: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.frustumCulled = false;
  mesh.setColorAt(0, new Color(1, 1, 1));
  return mesh;
}

const colour = new Color();

export function paintInstance(mesh: InstancedMesh, i: number, rgb: readonly number[]): void {
  mesh.setColorAt(i, colour.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, "srgb"));
  if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
}

/** Between two colours, part by part. */
export function blend(a: readonly number[], b: readonly number[], part: number): [number, number, number] {
  return [a[0]! + part * (b[0]! - a[0]!), a[1]! + part * (b[1]! - a[1]!), a[2]! + part * (b[2]! - a[2]!)];
}

/** The colour of a figure; 6 and 7 are ink and grey. */
export function figureColour(theme: Theme, number: number): readonly number[] {
  return (theme.series[number] ?? theme.series[7]!).rgb;
}
