// Springs: a coil whose turns come apart when it is stretched. The vertices know where along the wire and around it they are; the
// shader puts them on a helix between the two ends, so that the wire stays round whatever the length.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  MeshStandardMaterial,
  type InstancedMesh,
} from "three";

import { mixRod } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { blend, instances, paintInstance, type Layer, type Shape } from "./layer";
import { hide, writeRod } from "./matrix";

const TURNS = 9;
const PIECES = 20; // of a turn
const SIDES = 7; // of the wire
const COIL = 6.5; // radii, in pixels
const WIRE = 1.25;

/**
 * In the frame of the instance, whose z goes from one end to the other and whose x and y have the length 1: `wire` is (along, around), `coil`
 * is (length, radius of the coil, radius of the wire). A straight piece at each end, a helix between them.
 */
export const SPRING_VERTEX = /* glsl */ `
attribute vec2 wire;
attribute vec3 coil;
vec3 helix(float s, out vec3 along) {
  float u = clamp((s - 0.12) / 0.76, 0.0, 1.0), angle = ${(2 * Math.PI * TURNS).toFixed(6)} * u;
  float swell = smoothstep(0.0, 0.05, u) * smoothstep(1.0, 0.95, u), radius = coil.y * swell;
  vec2 turn = vec2(cos(angle), sin(angle));
  along = normalize(vec3(step(0.001, swell) * radius * ${((2 * Math.PI * TURNS) / 0.76).toFixed(6)} * vec2(-turn.y, turn.x), coil.x));
  return vec3(radius * turn, coil.x * s);
}
vec3 springNormal(vec3 along) {
  vec3 aside = normalize(cross(along, abs(along.z) > 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 0.0, 1.0)));
  return cos(wire.y) * aside + sin(wire.y) * cross(along, aside);
}`;

function wireGeometry(): BufferGeometry {
  const rings = TURNS * PIECES + 20;
  const wire = new Float32Array(2 * (rings + 1) * SIDES);
  const index: number[] = [];
  for (let i = 0; i <= rings; i++) for (let k = 0; k < SIDES; k++) wire.set([i / rings, (2 * Math.PI * k) / SIDES], 2 * (i * SIDES + k));
  for (let i = 0; i < rings; i++)
    for (let k = 0; k < SIDES; k++) {
      const a = i * SIDES + k;
      const b = i * SIDES + ((k + 1) % SIDES);
      index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  const geometry = new BufferGeometry();
  geometry.setIndex(index);
  geometry.setAttribute("wire", new BufferAttribute(wire, 2));
  geometry.setAttribute("position", new BufferAttribute(new Float32Array((3 * wire.length) / 2), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array((3 * wire.length) / 2), 3));
  return geometry;
}

function wireMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.5 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${SPRING_VERTEX}`)
      .replace("#include <beginnormal_vertex>", "vec3 along; vec3 middle = helix(wire.x, along); vec3 objectNormal = springNormal(along);")
      .replace("#include <begin_vertex>", "vec3 transformed = middle + coil.z * objectNormal;");
  };
  return material;
}

export class Springs implements Layer {
  readonly objects: InstancedMesh[];
  private readonly mesh: InstancedMesh;
  private readonly coil: InstancedBufferAttribute;
  private readonly record = new Float64Array(6);

  constructor(private readonly shapes: Shape[]) {
    const geometry = wireGeometry();
    this.coil = new InstancedBufferAttribute(new Float32Array(3 * shapes.length), 3).setUsage(DynamicDrawUsage) as InstancedBufferAttribute;
    geometry.setAttribute("coil", this.coil);
    this.mesh = instances(geometry, wireMaterial(), shapes.length);
    this.mesh.userData.isSpring = true;
    this.objects = [this.mesh];
  }

  update(moment: Moment, pixel: number): void {
    const m = this.mesh.instanceMatrix.array as Float32Array;
    const p = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      if (!mixRod(track, moment, p)) {
        hide(m, i);
        continue;
      }
      const length = Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!);
      this.place(m, i, p, lift, length, pixel);
    }
    this.coil.needsUpdate = true;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  private place(m: Float32Array, i: number, p: Float64Array, lift: readonly number[], length: number, pixel: number): void {
    writeRod(m, i, p[0]! + lift[0]!, p[1]! + lift[1]!, p[2]! + lift[2]!, p[3]! + lift[0]!, p[4]! + lift[1]!, p[5]! + lift[2]!, 1);
    if (!(length > 1e-9)) return;
    for (let k = 8; k < 11; k++) m[16 * i + k] = m[16 * i + k]! / length;
    this.coil.setXYZ(i, length, Math.min(COIL * pixel, length / 4), Math.min(WIRE * pixel, length / 30));
  }

  paint(theme: Theme): void {
    this.shapes.forEach(({ figure }, i) => {
      const grey = blend(theme.inkSoft.rgb, theme.panel.rgb, 0.15);
      paintInstance(this.mesh, i, figure.colour === 7 ? grey : (theme.series[figure.colour]?.rgb ?? grey));
    });
  }
}
