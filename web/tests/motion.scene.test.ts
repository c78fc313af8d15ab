import { InstancedMesh, Points } from "three";
import { describe, expect, test } from "vitest";

import { Stagecraft } from "../src/motion/scene";
import { figureTrack, Space, uprightOf } from "../src/motion/space";
import type { FigureKind, Motion, Scene } from "../src/report";
import { apart, chain, crowd, everything, flatMechanism, pack, particle, rollingDisc, seeThrough, still, turntable } from "./fixtures/motion";

const PIXEL = 0.003;

function craftOf(motion: Motion): Stagecraft {
  return new Stagecraft(motion.scene!, new Space(motion.scene!), motion.numbers.rows);
}

function meshesOf(craft: Stagecraft): InstancedMesh[] {
  return craft.three.children.filter((child): child is InstancedMesh => child instanceof InstancedMesh);
}

describe("matrices", () => {
  const motions = {
    everything,
    rollingDisc,
    chain,
    flatMechanism,
    particle,
    turntable,
    seeThrough,
    still,
    crowd: () => crowd(60, 20),
    large: () => particle(1e6),
    small: () => rollingDisc(1e-3),
  };
  for (const [name, make] of Object.entries(motions))
    test(`of ${name} are finite and not far away at all times`, () => {
      const motion = make();
      const craft = craftOf(motion);
      const last = Math.max(motion.numbers.rows - 2, 0);
      craft.velocity.shown = craft.force.shown = true;
      for (let index = 0; index <= last; index += 7) {
        craft.update({ index, fraction: 0.4 }, PIXEL);
        for (const mesh of meshesOf(craft))
          for (const value of mesh.instanceMatrix.array)
            if (!(Math.abs(value) < 20)) expect.fail(`${value} in ${name} at the frame ${index}`);
      }
    });
});

describe("a figure that is not there", () => {
  const scene = (data: string): Scene => ({
    view: { right: [1, 0, 0], up: [0, 1, 0], front: [0, 0, 1], flat: true },
    low: [-1, -1, 0],
    high: [1, 1, 0],
    ground: null,
    trails: [],
    arrows: [],
    figures: [{ kind: "point", colour: 0, fixed: false, turns: false, count: 1, data }],
  });
  const scaleAt = (fraction: number, index: number): number => {
    const one = scene(pack([0, 0, 0, NaN, 0, 0, 1, 0, 0]));
    const craft = new Stagecraft(one, new Space(one), 3);
    craft.update({ index, fraction }, PIXEL);
    return meshesOf(craft)[0]!.instanceMatrix.array[0]!;
  };

  test("has a matrix of zeros there, and only there", () => {
    expect(scaleAt(0, 0)).toBeGreaterThan(0);
    expect(scaleAt(0.5, 0)).toBe(0);
    expect(scaleAt(0, 1)).toBe(0);
    expect(scaleAt(1, 1)).toBeGreaterThan(0);
  });
});

describe("records of figures", () => {
  const kinds: [FigureKind, number][] = [
    ["disc", 2],
    ["sphere", 3],
    ["ellipsoid", 3],
    ["box", 3],
    ["frame", 0],
    ["plane", 0],
  ];
  test.each(kinds)("of a %s have %d axes that are lengths; the others are unit vectors", (kind, lengths) => {
    const all = { ...everything().scene!, low: [-10, -10, -10], high: [10, 10, 10] } as Scene;
    const space = new Space(all);
    const data = pack([10, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5]);
    const { values } = figureTrack({ kind, colour: 0, fixed: true, turns: false, count: 1, data }, 1, 9, space);
    expect(values[0]! * space.size).toBeCloseTo(10, 4);
    expect([3, 7, 11].map((k) => values[k]! < 1)).toEqual([lengths > 0, lengths > 1, lengths > 2]);
  });

  test("of the wrong length are an error that names the figure", () => {
    const all = everything().scene!;
    const figure = { kind: "segment" as const, colour: 0, fixed: false, turns: false, count: 1, data: pack([1, 2, 3, 4, 5]) };
    expect(() => figureTrack(figure, 3, 7, new Space(all))).toThrow("the figure 3 (segment): 5 numbers where there should be 6 × 7 or 6 × 1");
  });
});

test("up is z, or what the view and the ground say", () => {
  expect(uprightOf(everything().scene!).toArray()).toEqual([0, 0, 1]);
  expect(
    uprightOf(seeThrough().scene!)
      .toArray()
      .map((x) => Math.round(x) + 0),
  ).toEqual([0, 1, 0]);
});

test("the longest arrow is a fifth of the scene", () => {
  const { velocity, force } = craftOf(rollingDisc());
  expect(velocity.scale!.scale * velocity.scale!.largest).toBeCloseTo(0.4);
  expect(force.scale!.largest).toBeGreaterThan(11);
  expect(craftOf(turntable()).force.scale).toBeNull();
});

describe("trails", () => {
  const shown = (motion: Motion, index: number): number[] => {
    const craft = new Stagecraft(motion.scene!, new Space(motion.scene!), motion.numbers.rows, motion.joined);
    craft.update({ index, fraction: 0 }, PIXEL);
    const sets = craft.three.children.filter((child): child is Points => child instanceof Points);
    return sets.map((set) => set.geometry.drawRange.count).sort((a, b) => a - b);
  };

  test("are dots when frames are not joined: all of them faint, those before the moment strong and with a shadow", () => {
    expect(shown(particle(), 20)).toEqual([]);
    expect(shown(apart(), 0)).toEqual([1, 1, 500]);
    expect(shown(apart(), 20)).toEqual([21, 21, 500]);
  });

  test("have no dots where nothing is", () => {
    const motion = apart();
    const frames = motion.numbers.rows;
    motion.scene!.trails = [{ name: "", colour: 0, points: pack(Array.from({ length: 3 * frames }, (_, i) => (i === 31 ? NaN : i / frames))) }];
    expect(shown(motion, 10)).toEqual([10, 10, frames - 1]);
  });

  test("of the wrong length are an error, without a name too", () => {
    const { scene } = apart();
    scene!.figures = [];
    scene!.trails = [{ name: "", colour: 0, points: pack([1, 2, 3]) }];
    expect(() => new Stagecraft(scene!, new Space(scene!), 5)).toThrow("the trail 1: 3 numbers where there should be 3 × 5");
  });
});

test("shadows of what is high above a small ground are near: the ground has room for them", () => {
  const motion = particle();
  const scene = motion.scene!;
  const tall: Scene = {
    ...scene,
    low: [-1, -1, 0],
    high: [1, 1, 60],
    trails: [{ name: "fall", colour: 0, points: pack(Array.from({ length: 3 * 500 }, (_, i) => (i % 3 === 2 ? 60 - i / 25 : 0))) }],
    figures: [],
    arrows: [],
  };
  const space = new Space(tall);
  const craft = new Stagecraft(tall, space, 500, false);
  const sets = craft.three.children.filter((child): child is Points => child instanceof Points);
  const shadow = sets.find(({ renderOrder }) => renderOrder < 0)!;
  const places = shadow.geometry.getAttribute("position");
  for (let i = 0; i < places.count; i++) expect(Math.hypot(places.getX(i), places.getY(i)) * space.size).toBeLessThan(4);
});
