// Paths of points: pale as a whole, strong up to now, with a ball at the head; over the ground their shadow and, when little else shows how
// high they are, a plumb line.
import { MeshStandardMaterial, SphereGeometry, Vector3, type InstancedMesh, type Object3D } from "three";

import type { Scene } from "../report";
import { decodeRecords } from "./decode";
import { Dots } from "./figures/dots";
import { FatLines } from "./figures/fatlines";
import { blend, figureColour, instances, paintInstance, type Layer } from "./figures/layer";
import { hide, writeBall } from "./figures/matrix";
import { mixRecord, type Track } from "./interpolate";
import type { Shadows } from "./shadows";
import type { Space } from "./space";
import type { Theme } from "./theme";
import type { Moment } from "./timeline";

const HEAD = 4; // pixels
const DOT = 3;
const MOST_PLUMBS = 3;
const SHADE = 0.17; // how dark a shadow is

type Marks = FatLines | Dots;

/** One path, as lines or as dots. `drawn[i]`: how many of them are between the frames 0 and i. */
class Trail {
  readonly track: Track;
  readonly whole: Marks;
  readonly grown: Marks;
  readonly shadow: Marks | null;
  private readonly drawn: Uint32Array;

  constructor(
    readonly points: Float32Array,
    readonly colour: number,
    readonly isJoined: boolean,
    lift: readonly number[],
    shadows: Shadows | null,
  ) {
    this.track = { values: points, width: 3 };
    this.drawn = isJoined ? countLines(points) : countDots(points);
    const raise = (place: Vector3): void => {
      place.x += lift[0]!;
      place.y += lift[1]!;
      place.z += lift[2]!;
    };
    const cast = (place: Vector3): void => shadows!.foot(place);
    if (isJoined) {
      const lines = this.lines(1.3, raise);
      this.whole = lines;
      this.grown = new FatLines(lines, 2.4).over(1);
      this.shadow = shadows === null ? null : this.lines(1.6, cast).under(-6);
    } else {
      const dots = this.dots(DOT, raise);
      this.whole = dots;
      this.grown = new Dots(dots, DOT + 1).over(1);
      this.shadow = shadows === null ? null : this.dots(DOT, cast).under(-6);
    }
  }

  /** Up to the frame before the moment; the rest is drawn by the tips. */
  grow(moment: Moment): void {
    const index = Math.min(moment.index + (moment.fraction >= 1 ? 1 : 0), this.drawn.length - 1);
    this.grown.count = this.drawn[index]!;
    if (this.shadow !== null) this.shadow.count = this.drawn[index]!;
  }

  private lines(width: number, move: (place: Vector3) => void): FatLines {
    const lines = new FatLines(this.drawn[this.drawn.length - 1]!, width);
    const a = new Vector3();
    const b = new Vector3();
    for (let i = 0, n = 0; 3 * i + 5 < this.points.length; i++) {
      if (this.drawn[i + 1] === this.drawn[i]) continue;
      move(a.fromArray(this.points, 3 * i));
      move(b.fromArray(this.points, 3 * i + 3));
      lines.set(n++, a.x, a.y, a.z, b.x, b.y, b.z);
    }
    return lines;
  }

  private dots(size: number, move: (place: Vector3) => void): Dots {
    const places = new Float32Array(3 * this.drawn[this.drawn.length - 1]!);
    const place = new Vector3();
    for (let i = 0, n = 0; 3 * i < this.points.length; i++) {
      if (!isThere(this.points, 3 * i)) continue;
      move(place.fromArray(this.points, 3 * i));
      place.toArray(places, 3 * n++);
    }
    return new Dots(places, size);
  }
}

function countLines(points: Float32Array): Uint32Array {
  const drawn = new Uint32Array(points.length / 3);
  for (let i = 0; i + 1 < drawn.length; i++) drawn[i + 1] = drawn[i]! + (isWhole(points, 3 * i) ? 1 : 0);
  return drawn;
}

function countDots(points: Float32Array): Uint32Array {
  const drawn = new Uint32Array(points.length / 3);
  for (let i = 0, n = 0; i < drawn.length; i++) drawn[i] = n += isThere(points, 3 * i) ? 1 : 0;
  return drawn;
}

function isThere(points: Float32Array, at: number): boolean {
  return Number.isFinite(points[at]! + points[at + 1]! + points[at + 2]!);
}

function isWhole(points: Float32Array, at: number): boolean {
  let sum = 0;
  let way = 0;
  for (let k = at; k < at + 3; k++) {
    sum += points[k]! + points[k + 3]!;
    way += Math.abs(points[k + 3]! - points[k]!);
  }
  return Number.isFinite(sum) && way > 0;
}

/** The points of the trails as they are drawn. */
export function trailTracks(trails: Scene["trails"], frames: number, space: Space): Track[] {
  return trails.map(({ name, points }, i) => {
    const of = name === "" ? `the trail ${i + 1}` : `the trail ${name}`;
    return { values: space.places(decodeRecords(points, 3, [frames], of)), width: 3 };
  });
}

export class Trails implements Layer {
  readonly objects: Object3D[];
  /** The heads: they cast shadows. */
  readonly heads: InstancedMesh;
  private readonly trails: Trail[];
  private readonly tips: FatLines;
  private readonly plumbs: FatLines;
  private readonly record = new Float64Array(3);
  private readonly foot = new Vector3();

  constructor(
    trails: Scene["trails"],
    tracks: Track[],
    private readonly lift: readonly number[],
    private readonly shadows: Shadows | null,
    { hasPlumbs, isJoined }: { hasPlumbs: boolean; isJoined: boolean },
  ) {
    this.trails = trails.map(({ colour }, i) => new Trail(tracks[i]!.values as Float32Array, colour, isJoined, lift, shadows));
    this.tips = new FatLines(trails.length, 2.4).moving().over(1);
    this.plumbs = new FatLines(hasPlumbs && shadows !== null && trails.length <= MOST_PLUMBS ? trails.length : 0, 1.2).moving();
    this.heads = instances(new SphereGeometry(1, 20, 14), new MeshStandardMaterial({ roughness: 0.6 }), trails.length);
    const lines = this.trails.flatMap(({ whole, grown, shadow }) => [
      whole.object,
      grown.object,
      ...(shadow === null ? [] : [shadow.object]),
    ]);
    this.objects = [...lines, this.tips.object, this.plumbs.object, this.heads];
  }

  update(moment: Moment, pixel: number): void {
    const p = this.record;
    const m = this.heads.instanceMatrix.array as Float32Array;
    for (let i = 0; i < this.trails.length; i++) {
      const trail = this.trails[i]!;
      trail.grow(moment);
      if (mixRecord(trail.track, moment, p)) this.place(i, trail, moment, pixel, m);
      else this.hideTip(i, m);
    }
    this.tips.flush();
    this.plumbs.flush();
    this.heads.instanceMatrix.needsUpdate = true;
  }

  private place(i: number, trail: Trail, moment: Moment, pixel: number, m: Float32Array): void {
    const p = this.record;
    const at = 3 * moment.index;
    const points = trail.points;
    const x = p[0]! + this.lift[0]!;
    const y = p[1]! + this.lift[1]!;
    const z = p[2]! + this.lift[2]!;
    const fx = points[at]! + this.lift[0]!;
    const fy = points[at + 1]! + this.lift[1]!;
    const fz = points[at + 2]! + this.lift[2]!;
    if (trail.isJoined && moment.fraction > 0 && fx + fy + fz !== x + y + z) this.tips.set(i, fx, fy, fz, x, y, z);
    else this.away(this.tips, i);
    writeBall(m, i, x, y, z, HEAD * pixel);
    if (i >= this.plumbs.count || this.shadows === null) return;
    this.shadows.below(this.foot.set(x, y, z));
    if (this.foot.x + this.foot.y + this.foot.z === x + y + z) this.away(this.plumbs, i);
    else this.plumbs.set(i, x, y, z, this.foot.x, this.foot.y, this.foot.z);
  }

  private hideTip(i: number, m: Float32Array): void {
    hide(m, i);
    this.away(this.tips, i);
    if (i < this.plumbs.count) this.away(this.plumbs, i);
  }

  private away(lines: FatLines, i: number): void {
    lines.set(i, 1e6, 1e6, 1e6, 1e6 + 1, 1e6, 1e6);
  }

  paint(theme: Theme): void {
    const shade = blend(theme.panel.rgb, theme.isDark ? [0, 0, 0] : theme.ink.rgb, theme.isDark ? 0.1 : SHADE);
    this.trails.forEach(({ whole, grown, shadow, colour }, i) => {
      const rgb = figureColour(theme, colour);
      whole.paint(blend(rgb, theme.panel.rgb, 0.68));
      grown.paint(rgb);
      shadow?.paint(shade);
      paintInstance(this.heads, i, rgb);
    });
    this.tips.paintEach((i) => figureColour(theme, this.trails[i]?.colour ?? 7));
    this.plumbs.paint(blend(theme.inkSoft.rgb, theme.panel.rgb, 0.5));
  }
}
