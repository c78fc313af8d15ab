// The scene of the first motion with room for the others: one box, and one ground under all of them.
import type { Scene, Vector } from "../report";

type Ground = NonNullable<Scene["ground"]>;

export function roomFor(scene: Scene, others: readonly (Scene | null)[]): Scene {
  return others.reduce<Scene>((room, other) => (other === null ? room : widened(room, other)), scene);
}

function widened(room: Scene, other: Scene): Scene {
  const pick = (choose: (...all: number[]) => number, a: Vector, b: Vector): Vector => [choose(a[0], b[0]), choose(a[1], b[1]), choose(a[2], b[2])];
  return {
    ...room,
    low: pick(Math.min, room.low, other.low),
    high: pick(Math.max, room.high, other.high),
    ground: room.ground === null || other.ground === null ? room.ground : groundUnder(room.ground, other.ground, room.view.up),
  };
}

/** The lower of two parallel grounds, as large as both; grounds that are not parallel have nothing in common. */
function groundUnder(a: Ground, b: Ground, up: Vector): Ground {
  if (dot(a.e1, b.e1) < 1 - 1e-9 || dot(a.e2, b.e2) < 1 - 1e-9) return a;
  const way: Vector = [b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]];
  const along = [dot(way, a.e1), dot(way, a.e2)] as const;
  const across: Vector = [0, 1, 2].map((k) => way[k]! - along[0] * a.e1[k]! - along[1] * a.e2[k]!) as Vector;
  const isLower = dot(across, up) < 0;
  const at = isLower ? (a.at.map((x, k) => x + across[k]!) as Vector) : a.at;
  const low: [number, number] = [Math.min(a.low[0], b.low[0] + along[0]), Math.min(a.low[1], b.low[1] + along[1])];
  const high: [number, number] = [Math.max(a.high[0], b.high[0] + along[0]), Math.max(a.high[1], b.high[1] + along[1])];
  return { ...a, at, low, high };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
