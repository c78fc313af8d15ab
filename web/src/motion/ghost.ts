// Another motion of the same system in the picture: what moves in it, in one colour and so that one sees through it, and its trails. What stands
// still is that of the first motion, and where both are the same the first one is seen.
import { Group, type Material, type Mesh, type Object3D } from "three";

import type { Figure, FigureKind, Scene } from "../report";
import { assemble } from "./figures/assemble";
import { isSolid, type Layer, type Shape } from "./figures/layer";
import { outlineOf } from "./outline";
import { figureTrack, type Space } from "./space";
import type { Theme } from "./theme";
import type { Moment } from "./timeline";
import { Trails, trailTracks } from "./trails";

const BODY = 0.5; // how much is seen of what is drawn
const LINE = 0.7;
const ORDER = 4; // before bodies of the first motion that one sees through

/** A motion that is shown next to the first. */
export interface Companion {
  scene: Scene;
  frames: number;
  isJoined: boolean;
  /** A number of the palette. */
  colour: number;
}

export class Ghost {
  readonly group = new Group();
  readonly outline: Float32Array;
  private readonly layers: Layer[];

  /** `lift`: how far towards the eye what is of this kind is drawn. */
  constructor({ scene, frames, isJoined, colour }: Companion, first: Scene, space: Space, lift: (kind: FigureKind | "trail") => readonly number[]) {
    const shapes = scene.figures.flatMap((figure, i): Shape[] =>
      isOwn(figure, first) ? [{ figure: { ...figure, colour }, track: figureTrack(figure, i + 1, frames, space), lift: triple(lift(figure.kind)) }] : [],
    );
    const trails = scene.trails.map((trail) => ({ ...trail, colour }));
    const tracks = trailTracks(trails, frames, space);
    const bodies = assemble(shapes, shapes);
    const paths = new Trails(trails, tracks, lift("trail"), null, { hasPlumbs: false, isJoined });
    this.layers = [...bodies, paths];
    this.outline = outlineOf(shapes, tracks);
    for (const layer of bodies) for (const object of layer.objects) makeClear(object, shapes.some(({ figure }) => isSolid(figure.kind)) ? BODY : LINE);
    for (const layer of this.layers) this.group.add(...layer.objects);
  }

  update(moment: Moment, pixel: number): void {
    if (!this.group.visible) return;
    for (let i = 0; i < this.layers.length; i++) this.layers[i]!.update(moment, pixel);
  }

  paint(theme: Theme): void {
    for (const layer of this.layers) layer.paint(theme);
  }
}

function triple(lift: readonly number[]): [number, number, number] {
  return [lift[0]!, lift[1]!, lift[2]!];
}

/** Neither fixed nor moved in the same way by time only: then it is there already. */
function isOwn(figure: Figure, first: Scene): boolean {
  return !figure.fixed && figure.kind !== "plane" && !first.figures.some(({ kind, data }) => kind === figure.kind && data === figure.data);
}

/** A little behind what is at the same place. */
function makeClear(object: Object3D, opacity: number): void {
  const made = (object as Mesh).material;
  for (const material of (Array.isArray(made) ? made : [made]) as Material[]) {
    Object.assign(material, { transparent: true, opacity, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2 });
  }
  object.renderOrder = ORDER;
}
