// Sheets with a grid that fades out: the ground, and planes. Seen edge-on in a flat picture a plane is a line with short strokes behind it.
import {
  Color,
  CustomBlending,
  DoubleSide,
  Matrix4,
  Mesh,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  ShaderMaterial,
  SrcAlphaFactor,
  Vector2,
  Vector3,
  type Material,
  type Object3D,
} from "three";

import type { Scene } from "../../report";
import { mixBody } from "../interpolate";
import type { Space } from "../space";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { FatLines } from "./fatlines";
import { blend, figureColour, type Layer, type Shape } from "./layer";

const VERTEX = /* glsl */ `
uniform vec2 low, high;
varying vec2 place;
varying vec4 clip;
void main() {
  place = mix(low, high, uv);
  gl_Position = clip = projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
}`;

/** What continues beyond the picture fades out before its edge. */
export const RIM = /* glsl */ `
float within(vec4 clip) {
  vec2 far = smoothstep(0.72, 1.0, abs(clip.xy / clip.w));
  return (1.0 - far.x) * (1.0 - far.y);
}`;

// Lines are one pixel wide whatever the distance, and vanish where they would be too dense to be distinguished.
const FRAGMENT = /* glsl */ `
uniform vec2 low, high, edge;
uniform float stride, fillStrength, lineStrength, fade, rim;
uniform vec3 fill, ink;
varying vec2 place;
varying vec4 clip;
${RIM}
float grid(vec2 at, float width) {
  vec2 w = fwidth(at), far = abs(fract(at - 0.5) - 0.5) / max(w, vec2(1e-6));
  vec2 line = (1.0 - smoothstep(width * 0.5 - 0.5, width * 0.5 + 0.5, far)) * (1.0 - smoothstep(0.12, 0.5, w));
  return max(line.x, line.y);
}
void main() {
  vec2 middle = 0.5 * (low + high), half_ = 0.5 * (high - low) - edge;
  float out_ = length(max(abs(place - middle) - half_, 0.0) / edge);
  float seen = mix(1.0, 1.0 - smoothstep(0.0, 1.0, out_), fade);
  float line = max(0.55 * grid(place / stride, 1.0), grid(place / (5.0 * stride), 1.2));
  float a = lineStrength * line, b = fillStrength * (1.0 - a), alpha = a + b;
  gl_FragColor = vec4((ink * a + fill * b) / max(alpha, 1e-4), alpha * seen * mix(1.0, within(clip), rim));
  #include <colorspace_fragment>
}`;

/** Among what is not transparent, that is before all bodies: a line that lies in the ground is then not half under it. */
export function drawFirst(material: Material): void {
  material.transparent = false;
  material.blending = CustomBlending;
  material.blendSrc = SrcAlphaFactor;
  material.blendDst = OneMinusSrcAlphaFactor;
}

const LEAST_EDGE = 0.3; // of a scene, whose radius is 1
const SHOWN = 0.55; // of the ground on each side, in the first view

class Sheet {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly frame = new Matrix4();
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly c = new Vector3();

  constructor(low: Vector2, high: Vector2, edge: Vector2, stride: number, fade: boolean, rim: boolean) {
    const uniforms = {
      low: { value: low },
      high: { value: high },
      edge: { value: edge },
      stride: { value: stride },
      fade: { value: fade ? 1 : 0 },
      rim: { value: rim ? 1 : 0 },
      fill: { value: new Color() },
      ink: { value: new Color() },
      fillStrength: { value: 0 },
      lineStrength: { value: 1 },
    };
    const material = new ShaderMaterial({
      uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    if (fade) drawFirst(material);
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
  }

  /** The two unit vectors are in `axes` one after the other, from `from` on. */
  place(at: ArrayLike<number>, axes: ArrayLike<number>, from: number): void {
    this.a.set(axes[from]!, axes[from + 1]!, axes[from + 2]!);
    this.b.set(axes[from + 3]!, axes[from + 4]!, axes[from + 5]!);
    this.frame.makeBasis(this.a, this.b, this.c.crossVectors(this.a, this.b)).setPosition(at[0]!, at[1]!, at[2]!);
    this.mesh.matrix.copy(this.frame);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  paint(fill: readonly number[], fillStrength: number, ink: readonly number[], lineStrength: number): void {
    const u = this.mesh.material.uniforms;
    (u.fill!.value as Color).setRGB(fill[0]!, fill[1]!, fill[2]!, "srgb");
    (u.ink!.value as Color).setRGB(ink[0]!, ink[1]!, ink[2]!, "srgb");
    u.fillStrength!.value = fillStrength;
    u.lineStrength!.value = lineStrength;
  }
}

/** The ground: its bounds, room for the shadows (`feet`: x, y, z, ...), and as much again around them, fading out. */
export class Ground implements Layer {
  readonly objects: Object3D[];
  /** Where it ends: shadows end there too. */
  readonly extent: { low: Vector2; high: Vector2; edge: Vector2 };
  private readonly sheet: Sheet;
  private readonly low: Vector2;
  private readonly high: Vector2;

  constructor(
    private readonly ground: NonNullable<Scene["ground"]>,
    private readonly space: Space,
    private readonly isFlat: boolean,
    lift: readonly number[],
    feet: Float32Array,
  ) {
    const at = space
      .put(ground.at)
      .toArray()
      .map((x, k) => x + lift[k]!);
    const size = space.size;
    const wide = isFlat ? 0.9 : 0.75;
    this.low = new Vector2(...ground.low).divideScalar(size);
    this.high = new Vector2(...ground.high).divideScalar(size);
    for (const foot of placesOn(ground, space, feet)) {
      this.low.min(foot);
      this.high.max(foot);
    }
    const half = Math.max(this.high.x - this.low.x, this.high.y - this.low.y) / 2;
    const edge = Math.max(wide * half, isFlat ? 0.05 : LEAST_EDGE);
    const inset = isFlat ? 0 : 0.25 * half;
    const low = this.low.clone().subScalar(edge - inset);
    const high = this.high.clone().addScalar(edge - inset);
    const stride = ground.step > 0 ? ground.step / size : 0.1;
    this.extent = { low, high, edge: new Vector2(edge, edge) };
    this.sheet = new Sheet(low, high, this.extent.edge, stride, true, !isFlat);
    this.sheet.place(at, [...ground.e1, ...ground.e2], 0);
    this.objects = [this.sheet.mesh];
    this.sheet.mesh.renderOrder = -10;
  }

  update(): void {}

  /** Four points of it that the picture should have room for: x, y, z each. */
  corners(): Float32Array {
    const { at, e1, e2 } = this.ground;
    const origin = this.space.put(at);
    const [a, b] = [new Vector3(...e1), new Vector3(...e2)];
    const middle = this.low.clone().add(this.high).multiplyScalar(0.5);
    const half = this.high.clone().sub(this.low).multiplyScalar(0.5).addScalar(this.extent.edge.x / 4);
    const points = [-1, 1].flatMap((x) => [-1, 1].map((y) => origin.clone().addScaledVector(a, middle.x + x * SHOWN * half.x).addScaledVector(b, middle.y + y * SHOWN * half.y)));
    return Float32Array.from(points.flatMap((point) => point.toArray()));
  }

  paint(theme: Theme): void {
    const line = blend(theme.panel.rgb, theme.inkSoft.rgb, this.isFlat ? 0.3 : 0.42);
    const fill = blend(theme.panel.rgb, theme.isDark ? [1, 1, 1] : theme.ink.rgb, theme.isDark ? 0.07 : 0.05);
    this.sheet.paint(fill, this.isFlat ? 0 : 1, line, 0.7);
  }
}

/** Of points on the ground: where they are along its axes. */
function placesOn(ground: NonNullable<Scene["ground"]>, space: Space, points: Float32Array): Vector2[] {
  const at = space.put(ground.at);
  const [e1, e2] = [new Vector3(...ground.e1), new Vector3(...ground.e2)];
  const point = new Vector3();
  return Array.from({ length: points.length / 3 }, (_, i) => {
    point.fromArray(points, 3 * i).sub(at);
    return new Vector2(point.dot(e1), point.dot(e2));
  });
}

const HATCHES = 110;

/** Planes of the model, as large as the box around the scene. */
export class Planes implements Layer {
  readonly objects: Object3D[];
  private readonly sheets: Sheet[] = [];
  private readonly lines: FatLines;
  private readonly record = new Float64Array(12);
  private readonly at = [0, 0, 0];
  private readonly along = new Vector3();

  constructor(
    private readonly shapes: Shape[],
    private readonly front: Vector3 | null,
    stride: number,
    space: Space,
  ) {
    this.lines = new FatLines(front === null ? 0 : shapes.length * (HATCHES + 1), 1.4).moving();
    for (const { track } of shapes) {
      const { low, high } = boundsOn(track.values, space);
      this.sheets.push(new Sheet(low, high, new Vector2(0.1, 0.1), stride, false, false));
    }
    this.sheets.forEach(({ mesh }, i) => {
      mesh.renderOrder = 6 + i / 1000;
    });
    this.objects = [...this.sheets.map(({ mesh }) => mesh), this.lines.object];
  }

  update(moment: Moment, pixel: number): void {
    for (let i = 0; i < this.shapes.length; i++) {
      const shape = this.shapes[i]!;
      const sheet = this.sheets[i]!;
      const isThere = mixBody(shape.track, moment, this.record);
      sheet.mesh.visible = isThere && !this.isEdgeOn();
      if (sheet.mesh.visible) this.placeSheet(sheet, shape.lift);
      if (this.front !== null) this.placeHatches(i, isThere && this.isEdgeOn(), shape.lift, pixel);
    }
    this.lines.flush();
  }

  private isEdgeOn(): boolean {
    const p = this.record;
    const f = this.front;
    return f !== null && Math.abs(f.x * p[9]! + f.y * p[10]! + f.z * p[11]!) < 0.1;
  }

  /** Around the foot of the middle of the scene. */
  private placeSheet(sheet: Sheet, lift: readonly number[]): void {
    const p = this.record;
    const height = p[0]! * p[9]! + p[1]! * p[10]! + p[2]! * p[11]!;
    for (let k = 0; k < 3; k++) this.at[k] = height * p[9 + k]! + lift[k]!;
    sheet.place(this.at, p, 3);
  }

  private placeHatches(i: number, isSeen: boolean, lift: readonly number[], pixel: number): void {
    const p = this.record;
    const first = i * (HATCHES + 1);
    const a = this.along;
    const f = this.front!;
    if (!isSeen) {
      for (let k = 0; k <= HATCHES; k++) this.lines.set(first + k, 1e6, 1e6, 1e6, 1e6 + 1, 1e6, 1e6);
      return;
    }
    const nx = p[9]!;
    const ny = p[10]!;
    const nz = p[11]!;
    const height = p[0]! * nx + p[1]! * ny + p[2]! * nz;
    a.set(f.y * nz - f.z * ny, f.z * nx - f.x * nz, f.x * ny - f.y * nx).normalize();
    const x = height * nx + lift[0]!;
    const y = height * ny + lift[1]!;
    const z = height * nz + lift[2]!;
    const reach = 1.6;
    this.lines.set(first, x - reach * a.x, y - reach * a.y, z - reach * a.z, x + reach * a.x, y + reach * a.y, z + reach * a.z);
    for (let k = 1; k <= HATCHES; k++) {
      const s = reach * ((2 * k) / HATCHES - 1);
      const h = 9 * pixel;
      const hx = x + s * a.x;
      const hy = y + s * a.y;
      const hz = z + s * a.z;
      this.lines.set(first + k, hx, hy, hz, hx - h * (nx + a.x), hy - h * (ny + a.y), hz - h * (nz + a.z));
    }
  }

  paint(theme: Theme): void {
    const grey = blend(theme.inkSoft.rgb, theme.panel.rgb, 0.4);
    this.lines.paint(grey);
    this.shapes.forEach(({ figure }, i) => {
      const colour = figureColour(theme, figure.colour);
      this.sheets[i]!.paint(colour, theme.isDark ? 0.14 : 0.1, colour, 0.3);
    });
  }
}

/** Of the box around everything, along the axes of a plane; from the foot of the origin on. */
function boundsOn(record: ArrayLike<number>, space: Space): { low: Vector2; high: Vector2 } {
  const low = new Vector2(Infinity, Infinity);
  const high = new Vector2(-Infinity, -Infinity);
  const corners = space.corners();
  const at = new Vector2();
  for (let i = 0; i < corners.length; i += 3) {
    const along = (k: number): number => corners[i]! * record[k]! + corners[i + 1]! * record[k + 1]! + corners[i + 2]! * record[k + 2]!;
    at.set(along(3), along(6));
    low.min(at);
    high.max(at);
  }
  return Number.isFinite(low.x + low.y + high.x + high.y)
    ? { low: low.subScalar(0.03), high: high.addScalar(0.03) }
    : { low: new Vector2(-1, -1), high: new Vector2(1, 1) };
}
