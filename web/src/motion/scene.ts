// Everything to see, as layers under one light.
import { DirectionalLight, Group, HemisphereLight, Scene as Space3, Vector3, type Object3D } from "three";

import type { Figure, FigureKind, Scene } from "../report";
import { assemble } from "./figures/assemble";
import { isSolid, type Layer, type Shape } from "./figures/layer";
import { Ground, Planes } from "./figures/sheets";
import { Ghost, type Companion } from "./ghost";
import { outlineOf } from "./outline";
import { Shadows } from "./shadows";
import { figureTrack, uprightOf, type Space } from "./space";
import type { Theme } from "./theme";
import type { Moment } from "./timeline";
import { Trails, trailTracks } from "./trails";
import { Vectors } from "./vectors";

/** In a plane: how far towards the eye things of a kind are, so that lines are over bodies and points over lines. */
const LIFTS: Record<FigureKind, number> = {
  plane: -6,
  curve: -3,
  disc: 0,
  sphere: 0,
  ellipsoid: 0,
  box: 0,
  spring: 3,
  segment: 3.5,
  frame: 4,
  arrow: 4.5,
  point: 5.5,
};
const GROUND_LIFT = -8;
const TRAIL_LIFT = -4;
const VECTOR_LIFT = 7;
const GHOST_LIFT = 0.2;

export class Stagecraft {
  readonly three = new Space3();
  /** Points that the picture has to have room for. */
  outline: Float32Array;
  readonly velocity: Vectors;
  readonly force: Vectors;
  readonly ghosts: readonly Ghost[];
  private readonly layers: Layer[] = [];
  /** What is of the first motion only; without others that is all. */
  private readonly cast: Object3D;
  private readonly shadows: Shadows | null = null;
  private readonly hemisphere = new HemisphereLight(0xffffff, 0xffffff, 1);
  private readonly lamp = new DirectionalLight(0xffffff, 1);
  private readonly front: Vector3;

  constructor(
    private readonly scene: Scene,
    private readonly space: Space,
    frames: number,
    isJoined = true,
    companions: readonly Companion[] = [],
  ) {
    this.front = new Vector3(...scene.view.front);
    this.cast = companions.length > 0 ? new Group() : this.three;
    const up = uprightOf(scene);
    const shapes = scene.figures.map((figure, i) => this.shape(figure, i, frames));
    const stays = ({ figure }: Shape): boolean => companions.length > 0 && figure.fixed;
    this.addFigures(shapes.filter(stays), shapes, this.three);
    this.addFigures(shapes.filter((shape) => !stays(shape)), shapes, this.cast);
    const casters = this.layers.flatMap(({ objects }) => objects);
    const hasBodies = scene.figures.some(({ kind }) => isSolid(kind));
    const tracks = trailTracks(scene.trails, frames, space);
    this.ghosts = companions.map((companion, i) => new Ghost(companion, scene, space, (kind) => this.lifted((kind === "trail" ? TRAIL_LIFT : LIFTS[kind]) - GHOST_LIFT * (i + 1))));
    this.outline = joinOutlines([outlineOf(shapes, tracks), ...this.ghosts.map(({ outline }) => outline)]);
    this.placeLights(up);
    if (scene.ground !== null) this.shadows = this.addGround(scene.ground, up, casters);
    const trails = new Trails(scene.trails, tracks, this.lifted(TRAIL_LIFT), this.shadows, { hasPlumbs: !hasBodies, isJoined });
    this.velocity = new Vectors("velocity", scene.arrows, frames, space, this.lifted(VECTOR_LIFT));
    this.force = new Vectors("force", scene.arrows, frames, space, this.lifted(VECTOR_LIFT));
    for (const layer of [trails, this.velocity, this.force]) this.add(layer, this.cast);
    if (this.cast !== this.three) this.three.add(this.cast, ...this.ghosts.map(({ group }) => group));
  }

  /** Shows or hides a motion: 0 is the first, the others follow. */
  show(member: number, shown: boolean): void {
    const group = member === 0 ? this.cast : this.ghosts[member - 1]?.group;
    if (group !== undefined) group.visible = shown;
  }

  /** `others`: where the ghosts are. */
  update(moment: Moment, pixel: number, others: readonly Moment[] = []): void {
    for (let i = 0; i < this.layers.length; i++) this.layers[i]!.update(moment, pixel);
    for (let i = 0; i < this.ghosts.length; i++) this.ghosts[i]!.update(others[i] ?? moment, pixel);
  }

  paint(theme: Theme): void {
    for (const layer of [...this.layers, ...this.ghosts]) layer.paint(theme);
    this.shadows?.paint(theme);
    this.hemisphere.groundColor.setScalar(theme.isDark ? 0.55 : 0.82);
    this.hemisphere.intensity = theme.isDark ? 2 : 2.45;
    this.lamp.intensity = theme.isDark ? 1.6 : 1.25;
  }

  private add(layer: Layer, to: Object3D): void {
    this.layers.push(layer);
    to.add(...layer.objects);
  }

  /** From above, from the left and a little from the eye. */
  private placeLights(up: Vector3): void {
    this.lamp.position.copy(this.lightFrom(up, 1)).addScaledVector(this.front, this.scene.view.flat ? 1.8 : 0.8);
    this.hemisphere.position.copy(this.scene.view.flat ? this.front : up);
    this.three.add(this.hemisphere, this.lamp);
  }

  private lightFrom(up: Vector3, slant: number): Vector3 {
    return new Vector3(...this.scene.view.right).multiplyScalar(-0.38).addScaledVector(this.front, 0.25).multiplyScalar(slant).add(up).normalize();
  }

  /** The way of the light that casts shadows: steeper where things are high above a small ground, so that their shadows are not far off. */
  private lightOn({ at, low, high }: NonNullable<Scene["ground"]>, up: Vector3): Vector3 {
    const foot = this.space.put(at).dot(up);
    const point = new Vector3();
    let height = 0;
    for (let i = 0; i < this.outline.length; i += 3) height = Math.max(height, point.fromArray(this.outline, i).dot(up) - foot);
    const reach = Math.hypot(high[0] - low[0], high[1] - low[1]) / 2 / this.space.size;
    return this.lightFrom(up, Math.min(1, Math.max(0.1, reach / Math.max(height, 1e-6)))).negate();
  }

  private lifted(by: number): [number, number, number] {
    return this.scene.view.flat ? [by * this.front.x, by * this.front.y, by * this.front.z] : [0, 0, 0];
  }

  private shape(figure: Figure, i: number, frames: number): Shape {
    const among = isSolid(figure.kind) ? (2 * i) / Math.max(this.scene.figures.length, 1) : 0;
    return { figure, track: figureTrack(figure, i + 1, frames, this.space), lift: this.lifted(LIFTS[figure.kind] + among) };
  }

  private addFigures(some: Shape[], all: Shape[], to: Object3D): void {
    for (const layer of assemble(some, all)) this.add(layer, to);
    const planes = some.filter(({ figure }) => figure.kind === "plane");
    if (planes.length > 0) this.add(this.planes(planes), to);
  }

  private planes(some: Shape[]): Planes {
    const { ground, view } = this.scene;
    const stride = ground !== null && ground.step > 0 ? ground.step / this.space.size : 0.1;
    return new Planes(some, view.flat ? this.front : null, stride, this.space);
  }

  /** A ground that a flat picture shows from its edge: a plane among the figures. */
  private floorOf(ground: NonNullable<Scene["ground"]>, normal: Vector3): Shape {
    const values = Float32Array.from([...this.space.put(ground.at).toArray(), ...ground.e1, ...ground.e2, ...normal.toArray()]);
    const figure: Figure = { kind: "plane", colour: 7, fixed: true, turns: false, count: 1, data: "" };
    return { figure, track: { values, width: 12 }, lift: this.lifted(LIFTS.plane) };
  }

  /** Where the light puts the shadows of the outline. */
  private feetOf({ at }: NonNullable<Scene["ground"]>, normal: Vector3, light: Vector3): Float32Array {
    const foot = this.space.put(at).dot(normal);
    const point = new Vector3();
    const feet = new Float32Array(this.outline.length);
    for (let i = 0; i < feet.length; i += 3) {
      point.fromArray(this.outline, i);
      point.addScaledVector(light, (foot - point.dot(normal)) / light.dot(normal)).toArray(feet, i);
    }
    return feet;
  }

  /** In a flat picture a grid behind everything, without shadows. */
  private addGround(ground: NonNullable<Scene["ground"]>, up: Vector3, casters: Object3D[]): Shadows | null {
    const isFlat = this.scene.view.flat;
    const normal = new Vector3(...ground.e1).cross(new Vector3(...ground.e2)).normalize();
    if (isFlat && Math.abs(normal.dot(this.front)) < 0.1) {
      this.add(this.planes([this.floorOf(ground, normal.dot(up) < 0 ? normal.negate() : normal)]), this.three);
      return null;
    }
    const light = this.lightOn(ground, up);
    const hasShadows = !isFlat && Math.abs(normal.dot(light)) >= 0.2;
    const feet = hasShadows ? this.feetOf(ground, normal, light) : new Float32Array(0);
    const layer = new Ground(ground, this.space, isFlat, this.lifted(GROUND_LIFT), feet);
    this.add(layer, this.three);
    if (!isFlat) this.outline = Float32Array.from([...this.outline, ...layer.corners()]);
    if (!hasShadows) return null;
    const shadows = new Shadows(ground, layer, this.space, up, light, casters);
    if (shadows.objects.length > 0) this.cast.add(...shadows.objects);
    return shadows;
  }
}

/** One list of all their points. */
export function joinOutlines(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
