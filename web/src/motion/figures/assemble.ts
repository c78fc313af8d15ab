// From figures to layers: those of one kind are one.
import type { FigureKind } from "../../report";
import { Arrows, Frames } from "./arrows";
import { Points } from "./balls";
import { Curves } from "./curves";
import { isSolid, type Layer, type Shape } from "./layer";
import { Rods } from "./rods";
import { Solids } from "./solids";
import { Springs } from "./springs";

const SOLID_KINDS = ["disc", "sphere", "ellipsoid", "box"] as const;
const FRAME_LENGTH = 0.24;

/** The layers of some of the shapes, planes left out; the others say what one has to see through. */
export function assemble(some: readonly Shape[], all: readonly Shape[]): Layer[] {
  const layers: Layer[] = [];
  const of = (kind: FigureKind): Shape[] => some.filter(({ figure }) => figure.kind === kind);
  const add = (shapes: Shape[], make: (shapes: Shape[]) => Layer): void => {
    if (shapes.length > 0) layers.push(make(shapes));
  };
  for (const kind of SOLID_KINDS) {
    const clear = new Set(of(kind).filter((shape) => isClear(shape, all)));
    add(
      of(kind).filter((shape) => !clear.has(shape)),
      (shapes) => new Solids(kind, shapes, false),
    );
    add([...clear], (shapes) => new Solids(kind, shapes, true));
  }
  add(of("point"), (shapes) => new Points(shapes));
  add(of("segment"), (shapes) => new Rods(shapes));
  add(of("spring"), (shapes) => new Springs(shapes));
  add(of("arrow"), (shapes) => new Arrows(shapes));
  add(of("frame"), (shapes) => {
    const lengths = shapes.map((frame) => frameLength(frame, all));
    return new Frames(shapes, lengths);
  });
  add(of("curve"), (shapes) => new Curves(shapes));
  return layers;
}

/**
 * A body with something in it, at the start: one has to see through it. What begins in its middle comes out of it, and is seen. A ball that
 * stands still is clear as well: things go around it.
 */
function isClear(body: Shape, all: readonly Shape[]): boolean {
  const { kind, fixed } = body.figure;
  if (kind === "disc") return false;
  if (kind !== "box" && fixed) return true;
  return all.some((other) => {
    if (other === body || other.figure.kind === "plane" || other.figure.kind === "curve" || other.figure.kind === "arrow") return false;
    const at = partOf(body, other, 0);
    if (at > 0.95) return false;
    return other.track.width === 6 ? partOf(body, other, 3) <= 0.95 : at > 0.02;
  });
}

/** Where a point of another figure is in a body: 0 is in the middle, 1 on the surface. */
function partOf({ track: { values }, figure: { kind } }: Shape, other: Shape, point: number): number {
  const at = [0, 1, 2].map((k) => other.track.values[point + k]! - values[k]!);
  const parts = [3, 6, 9].map((k) => {
    const axis = [values[k]!, values[k + 1]!, values[k + 2]!];
    return (at[0]! * axis[0]! + at[1]! * axis[1]! + at[2]! * axis[2]!) / (axis[0]! ** 2 + axis[1]! ** 2 + axis[2]! ** 2);
  });
  return kind === "box" ? Math.max(...parts.map(Math.abs)) : Math.hypot(...parts);
}

/** The axes of a frame come out of the body that it belongs to. */
function frameLength(frame: Shape, all: readonly Shape[]): number {
  const bodies = all.filter((body) => isSolid(body.figure.kind) && body.figure.kind !== "disc" && partOf(body, frame, 0) < 0.5);
  const sizes = bodies.map(({ track: { values } }) =>
    Math.max(...[3, 6, 9].map((k) => Math.hypot(values[k]!, values[k + 1]!, values[k + 2]!))),
  );
  return Math.max(FRAME_LENGTH, ...sizes.map((size) => 1.45 * size));
}
