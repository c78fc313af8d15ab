import { Vector3 } from "three";
import { describe, expect, test } from "vitest";

import { Rig } from "../src/motion/camera";
import { Stagecraft } from "../src/motion/scene";
import { Space } from "../src/motion/space";
import type { Motion } from "../src/report";
import { chain, everything, flatMechanism, particle, rollingDisc } from "./fixtures/motion";

/** Where a point is on the screen: -1 to 1. */
function screen(rig: Rig, point: Vector3): Vector3 {
  return point.clone().project(rig.camera);
}

function rigOf(motion: Motion, width = 800, height = 450): { rig: Rig; outline: Float32Array } {
  const scene = motion.scene!;
  const space = new Space(scene);
  const frames = motion.numbers.rows;
  const { outline } = new Stagecraft(scene, space, frames);
  const rig = new Rig(scene, space, outline);
  rig.resize(width, height);
  return { rig, outline };
}

/** The largest distance from the middle of the screen, along x and y. */
function spread({ rig, outline }: { rig: Rig; outline: Float32Array }): [number, number] {
  let x = 0;
  let y = 0;
  for (let i = 0; i < outline.length; i += 3) {
    const at = screen(rig, new Vector3().fromArray(outline, i));
    expect(at.z).toBeGreaterThan(-1);
    expect(at.z).toBeLessThan(1);
    x = Math.max(x, Math.abs(at.x));
    y = Math.max(y, Math.abs(at.y));
  }
  return [x, y];
}

describe("the first view", () => {
  const motions = { everything, rollingDisc, chain, flatMechanism, particle, large: () => particle(1e6), small: () => rollingDisc(1e-3) };
  for (const [name, make] of Object.entries(motions))
    test.each([
      [800, 450],
      [360, 400],
      [1000, 200],
    ])(`shows all of ${name} and fills a picture of %d × %d`, (width, height) => {
      const [x, y] = spread(rigOf(make(), width, height));
      expect(Math.max(x, y)).toBeLessThan(0.97);
      expect(Math.max(x, y)).toBeGreaterThan(0.8);
    });

  test("is that of the scene: right is right, up is up", () => {
    for (const motion of [everything(), chain()]) {
      const { rig } = rigOf(motion);
      const { right, up } = motion.scene!.view;
      const centre = screen(rig, new Vector3());
      const r = screen(rig, new Vector3(...right).multiplyScalar(0.1)).sub(centre);
      const u = screen(rig, new Vector3(...up).multiplyScalar(0.1)).sub(centre);
      expect(r.x).toBeGreaterThan(5 * Math.abs(r.y));
      expect(u.y).toBeGreaterThan(5 * Math.abs(u.x));
    }
  });
});

describe("a hand on the picture", () => {
  test("pans by pixels, and a reset brings the first view back", () => {
    const { rig } = rigOf(chain());
    const before = screen(rig, new Vector3());
    rig.pan(40, 45);
    const after = screen(rig, new Vector3());
    expect(400 * (after.x - before.x)).toBeCloseTo(40, 3);
    expect(225 * (before.y - after.y)).toBeCloseTo(45, 3);
    rig.zoom(3);
    rig.reset();
    expect(screen(rig, new Vector3()).distanceTo(before)).toBeLessThan(1e-6);
  });

  test("scales around the place under it", () => {
    const { rig } = rigOf(chain());
    const point = new Vector3(0.2, 0.1, 0);
    const at = screen(rig, point);
    rig.zoom(2.5, 400 * at.x, -225 * at.y);
    expect(screen(rig, point).distanceTo(at)).toBeLessThan(1e-3);
    expect(rig.closeness).toBeCloseTo(2.5);
  });

  test("turns a spatial scene about its upright axis, and never a flat one", () => {
    const { rig } = rigOf(rollingDisc());
    const eye = rig.camera.position.clone();
    rig.turn(Math.PI, 0);
    expect(rig.camera.position.distanceTo(eye)).toBeGreaterThan(1);
    expect(rig.camera.position.z).toBeCloseTo(eye.z);
    rig.turn(0, 10);
    expect(Number.isFinite(screen(rig, new Vector3()).x)).toBe(true);
    const flat = rigOf(chain()).rig;
    const place = flat.camera.position.clone();
    flat.turn(1, 1);
    expect(flat.camera.position.distanceTo(place)).toBe(0);
  });

  test("keeps its view when the picture gets another size; an untouched one is fitted again", () => {
    const { rig } = rigOf(particle());
    rig.zoom(2);
    const pixel = rig.pixel;
    rig.resize(400, 450);
    expect(rig.pixel).toBeCloseTo(pixel);
    const other = rigOf(particle());
    other.rig.resize(300, 600);
    expect(Math.max(...spread(other))).toBeGreaterThan(0.8);
  });
});
