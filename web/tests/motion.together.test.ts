import { Group, InstancedMesh, type Material } from "three";
import { describe, expect, test } from "vitest";

import { decodePacked } from "../src/motion/decode";
import { alignTimes, jointPanels, spread } from "../src/motion/joint";
import { roomFor } from "../src/motion/room";
import { Stagecraft } from "../src/motion/scene";
import { Space } from "../src/motion/space";
import { Timeline } from "../src/motion/timeline";
import { freeColours, Troupe } from "../src/motion/troupe";
import type { Scene } from "../src/report";
import { backwards, besides, everything, particle, rollingDisc } from "./fixtures/motion";

const line = (...times: number[]): Timeline => new Timeline(Float64Array.from(times));

describe("a troupe", () => {
  const first = rollingDisc();

  test("goes as long as its longest motion; one that ended stays at its end", () => {
    const troupe = new Troupe(first, [besides(first, 150)]);
    const [one, other] = troupe.members;
    expect(troupe.lead).toBe(one!.timeline);
    expect(new Troupe(besides(first, 150), [{ ...first, difference: null }]).lead.end).toBe(one!.timeline.end);
    troupe.locate(other!.timeline.end + 1);
    expect(other!.moment).toEqual({ index: 148, fraction: 1 });
    expect([0, 1].map((i) => troupe.hasEnded(i, other!.timeline.end + 1))).toEqual([false, true]);
    expect(troupe.hasEnded(1, other!.timeline.end)).toBe(false);
    troupe.locate(1);
    expect(one!.moment).toEqual(other!.moment);
  });

  test("run backwards, ends where its times are least", () => {
    const motion = backwards();
    const troupe = new Troupe(motion, [besides(motion, 3)]);
    const { end } = troupe.members[1]!.timeline;
    expect([troupe.hasEnded(1, end - 0.01), troupe.hasEnded(1, end + 0.01)]).toEqual([true, false]);
  });

  test("tells who is shown", () => {
    const troupe = new Troupe(first, [besides(first, 150)]);
    let told = 0;
    troupe.subscribe(() => told++);
    troupe.show(1, false);
    expect([troupe.isShown(0), troupe.isShown(1), told]).toEqual([true, false, 1]);
    troupe.show(1, true);
    expect([troupe.isShown(1), told]).toEqual([true, 2]);
  });

  test("has colours that the first motion has not, and dashes", () => {
    const taken = new Set([...first.scene!.figures, ...first.scene!.trails].map(({ colour }) => colour));
    const free = freeColours(first.scene, 3);
    expect(new Set(free).size).toBe(3);
    expect(free.filter((colour) => taken.has(colour))).toEqual([]);
    expect(freeColours(null, 9)).toHaveLength(9);
    const { members } = new Troupe(first, [besides(first, 9), besides(first, 9, "hamel")]);
    expect(new Set(members.map(({ dash }) => dash.join())).size).toBe(3);
    expect(members[0]!.dash).toEqual([]);
  });
});

describe("panels of several motions", () => {
  const first = rollingDisc();
  const other = besides(first, 150);
  const panels = jointPanels(first, [other]);

  test("have the same quantity of all of them as one curve", () => {
    const [x] = panels[0]!.curves;
    expect(x!.lines.map(({ of }) => of)).toEqual([0, 1]);
    const [a, b] = x!.lines.map(({ values }) => decodePacked(values, x!.name));
    expect([a!.length, b!.length]).toEqual([400, 150]);
    expect(b![7]! - a![7]!).toBeCloseTo(0.25, 12);
  });

  test("have what the first has not in panels of their own", () => {
    const multipliers = panels.filter(({ group }) => group === "multipliers");
    expect(multipliers.map(({ of, curves }) => [of, ...curves.map(({ name, lines }) => `${name} ${lines.length}`)])).toEqual([
      [0, "lambda.x 1", "lambda.y 1"],
      [1, "mu.x 1", "mu.y 1"],
    ]);
  });

  test("end with the differences, and the time at which one sees them", () => {
    const last = panels[panels.length - 1]!;
    expect([last.group, last.of, last.mark]).toEqual(["differences", 1, 2]);
    expect(last.curves[0]!.lines[0]!.times).toBe(other.difference!.times);
    expect(jointPanels(first, [{ ...other, difference: null }])).toHaveLength(panels.length - 1);
    expect(jointPanels(first, []).map(({ curves }) => curves.map(({ lines }) => lines.length))).toEqual(first.panels.map(({ curves }) => curves.map(() => 1)));
  });

  test("do not show apart what is one of many that are left out", () => {
    const renamed = { ...other, panels: other.panels.map((one) => ({ ...one, curves: one.curves.map((curve) => ({ ...curve, name: curve.name.replace("w6", "w19") })) })) };
    expect(jointPanels(first, [renamed]).filter(({ group, of }) => group === "watches" && of === 1)).toEqual([]);
  });
});

describe("common times", () => {
  test("rise, each once, and have a place for every frame", () => {
    const [a, b, c] = [line(0, 1, 3), line(0, 2, 3, 4), line(4, 1, 0)];
    const { times, places } = alignTimes([a, b, c]);
    expect(times).toEqual([0, 1, 2, 3, 4]);
    expect([a, b, c].map((one) => Array.from(places.get(one)!))).toEqual([[0, 1, 3], [0, 2, 3, 4], [4, 1, 0]]);
    expect(spread([7, null, 9], places.get(a)!, 5)).toEqual([7, null, undefined, 9, undefined]);
  });

  test("of one motion are its own, those that are there twice too", () => {
    const one = line(0, 1, 1, 2);
    const { times, places } = alignTimes([one]);
    expect([times, Array.from(places.get(one)!)]).toEqual([[0, 1, 1, 2], [0, 1, 2, 3]]);
    const back = line(2, 1, 0);
    expect(Array.from(alignTimes([back]).places.get(back)!)).toEqual([2, 1, 0]);
  });

  test("are found again for frames that are nowhere even", () => {
    let seed = 7;
    const draw = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let round = 0; round < 50; round++) {
      const pool = Array.from({ length: 30 }, draw).sort((x, y) => x - y);
      const lines = [0, 1, 2].map(() => pool.filter(() => draw() < 0.6)).filter((times) => times.length > 1).map((times, i) => line(...(i === 1 ? times.reverse() : times)));
      const { times, places } = alignTimes(lines);
      for (const one of lines) expect(Array.from(places.get(one)!, (place) => times[place])).toEqual(Array.from(one.times));
    }
  });
});

describe("room for several motions", () => {
  const scene = rollingDisc().scene!;
  const below: Scene = { ...scene, low: [-9, 0, -1], high: [0, 0, 0], ground: { ...scene.ground!, at: [2, 0, -1], low: [-9, 0], high: [0, 50] } };

  test("is a box around all of them, and a ground under the lowest", () => {
    const room = roomFor(scene, [null, below]);
    expect(room.low).toEqual([-9, scene.low[1], -1]);
    expect(room.high).toEqual(scene.high);
    expect(room.ground!.at).toEqual([0, 0, -1]);
    expect(room.ground!.low[0]).toBeCloseTo(-7, 12);
    expect(room.ground!.high[1]).toBe(50);
    expect(roomFor(below, [scene]).ground!.at[2]).toBe(-1);
  });

  test("leaves the ground alone where another one is not parallel, or there is none", () => {
    const tilted: Scene = { ...below, ground: { ...below.ground!, e2: [0, 0, 1] } };
    expect(roomFor(scene, [tilted]).ground).toEqual(scene.ground);
    expect(roomFor({ ...scene, ground: null }, [below]).ground).toBeNull();
    expect(roomFor(scene, [])).toBe(scene);
  });
});

describe("ghosts", () => {
  const first = rollingDisc();
  const other = besides(first, 150);
  const room = roomFor(first.scene!, [other.scene]);
  const craft = new Stagecraft(room, new Space(room), 400, true, [{ scene: other.scene!, frames: 150, isJoined: true, colour: 3 }]);
  const groups = craft.three.children.filter((child): child is Group => child instanceof Group);
  const disc = (group: Group): InstancedMesh => group.children.find((child): child is InstancedMesh => child instanceof InstancedMesh)!;

  test("are where their motion is, in glass", () => {
    craft.update({ index: 200, fraction: 0 }, 0.003, [{ index: 20, fraction: 0 }]);
    const [own, ghost] = groups.map((group) => disc(group).instanceMatrix.array);
    const space = new Space(room);
    const at = (figures: Scene["figures"], frame: number): number[] => Array.from(decodePacked(figures[0]!.data, "")).slice(12 * frame, 12 * frame + 3).map((x, k) => (x - space.centre[k]!) / space.size);
    for (let k = 0; k < 3; k++) {
      expect(own![12 + k]).toBeCloseTo(at(first.scene!.figures, 200)[k]!, 5);
      expect(ghost![12 + k]).toBeCloseTo(at(other.scene!.figures, 20)[k]!, 5);
    }
    expect((disc(groups[1]!).material as Material).opacity).toBeLessThan(0.8);
    expect((disc(groups[0]!).material as Material).opacity).toBe(1);
  });

  test("are shown and hidden apart from the first motion", () => {
    craft.show(1, false);
    expect(groups.map(({ visible }) => visible)).toEqual([true, false]);
    craft.show(1, true);
    craft.show(0, false);
    expect(groups.map(({ visible }) => visible)).toEqual([false, true]);
    craft.show(0, true);
  });

  test("are not made of what stands still, nor of what both motions have alike", () => {
    const all = everything();
    const same = new Stagecraft(all.scene!, new Space(all.scene!), 240, true, [{ scene: all.scene!, frames: 240, isJoined: true, colour: 3 }]);
    const bodies = same.ghosts[0]!.group.children.filter((child) => child instanceof InstancedMesh);
    expect(bodies).toHaveLength(1); // the heads of the trails
    const plain = particle();
    const made = new Stagecraft(plain.scene!, new Space(plain.scene!), plain.numbers.rows);
    expect(made.three.children.some((child) => child instanceof Group)).toBe(false);
  });

  test("have room in the picture", () => {
    const alone = new Stagecraft(room, new Space(room), 400).outline.length;
    expect(craft.outline.length).toBeGreaterThan(alone);
  });
});
