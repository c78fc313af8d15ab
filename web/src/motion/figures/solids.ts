// Bodies: discs, spheres, ellipsoids and boxes. Their marks are painted by the shader from the place on the body: spokes of a disc, octants
// of a ball in two colours, edges of a box.
import {
  BoxGeometry,
  Color,
  CylinderGeometry,
  InstancedBufferAttribute,
  MeshStandardMaterial,
  SphereGeometry,
  type BufferGeometry,
  type InstancedMesh,
} from "three";

import { mixBody } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { blend, figureColour, instances, paintInstance, type Layer, type Shape } from "./layer";
import { hide, writeBody } from "./matrix";

type SolidKind = "disc" | "sphere" | "ellipsoid" | "box";

/** `place` is on the unit body, `turns` is 0 or 1, `fine` is less than 1 for large bodies, `pale` the colour of the lighter parts; changes `paint`. */
const PATTERNS: Record<SolidKind, string> = {
  disc: /* glsl */ `
    float r = length(place.xy), w = fwidth(r) + 1e-5, isFace = step(0.5, abs(place.z));
    float ring = smoothstep(-w, w, r - 1.0 + 0.1 * fine) + 1.0 - smoothstep(-w, w, r - 0.07 * fine);
    vec2 across = abs(place.xy);
    vec2 aslant = abs(vec2(place.x - place.y, place.x + place.y)) * 0.70711;
    float gap = min(min(across.x, across.y), min(aslant.x, aslant.y)), v = fwidth(gap) + 1e-5;
    float spoke = turns * (1.0 - smoothstep(-v, v, gap - 0.018 * fine)) * 0.8;
    float mark = turns * (1.0 - smoothstep(-w, w, length(place.xy - vec2(0.72, 0.0)) - 0.085 * fine));
    paint = mix(paint, pale, isFace * (1.0 - clamp(max(max(ring, spoke), mark), 0.0, 1.0)));`,
  sphere: /* glsl */ `
    vec3 side = clamp(place / (fwidth(place) + 1e-5), -1.0, 1.0);
    paint = mix(paint, pale, turns * (0.5 + 0.5 * side.x * side.y * side.z));`,
  ellipsoid: /* glsl */ `
    vec3 side = clamp(place / (fwidth(place) + 1e-5), -1.0, 1.0);
    paint = mix(paint, pale, turns * (0.5 + 0.5 * side.x * side.y * side.z));`,
  box: /* glsl */ `
    vec3 w = fwidth(place) + 1e-4, near = smoothstep(1.0 - 2.2 * w, 1.0 - 1.2 * w, abs(place));
    float edge = max(min(near.x, near.y), min(max(near.x, near.y), near.z)), r = length(place.yz);
    float mark = turns * step(0.999, place.x) * (1.0 - smoothstep(0.28, 0.28 + fwidth(r), r));
    paint = mix(paint, pale, 1.0 - max(edge, mark));`,
};

function geometryOf(kind: SolidKind, count: number): BufferGeometry {
  const fine = count > 60 ? 0.5 : 1;
  if (kind === "box") return new BoxGeometry(2, 2, 2);
  if (kind === "disc") return new CylinderGeometry(1, 1, 2, 96 * fine).rotateX(Math.PI / 2);
  return new SphereGeometry(1, 64 * fine, 40 * fine);
}

/** What the shader makes colours paler with, and how much. */
interface Paleness {
  paper: { value: Color };
  paleness: { value: number };
}

function solidMaterial(kind: SolidKind, isClear: boolean, pale: Paleness): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    roughness: kind === "disc" ? 0.85 : 0.55,
    transparent: isClear,
    opacity: isClear ? 0.38 : 1,
    depthWrite: !isClear,
  });
  material.customProgramCacheKey = () => `solid ${kind}`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, pale);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec2 marks; varying vec3 place; varying float turns; varying float fine;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nplace = position; turns = marks.x; fine = marks.y;");
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        "#include <common>\nuniform float paleness; uniform vec3 paper; varying vec3 place; varying float turns; varying float fine;",
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>\n{ vec3 paint = diffuseColor.rgb, pale = mix(paint, paper, paleness);${PATTERNS[kind]}\ndiffuseColor.rgb = paint; }`,
      );
  };
  return material;
}

const WHITE: [number, number, number] = [1, 1, 1];
const THIN = 0.014; // half of the thickness of a disc, of its radius
const THICKEST = 0.004; // but at most so much of the scene

export class Solids implements Layer {
  readonly objects: InstancedMesh[];
  private readonly mesh: InstancedMesh;
  private readonly pale: Paleness = { paper: { value: new Color() }, paleness: { value: 0.6 } };
  private readonly record = new Float64Array(12);

  constructor(
    private readonly kind: SolidKind,
    private readonly shapes: Shape[],
    isClear: boolean,
  ) {
    const geometry = geometryOf(kind, shapes.length);
    geometry.setAttribute("marks", new InstancedBufferAttribute(Float32Array.from(shapes.flatMap(marksOf)), 2));
    this.mesh = instances(geometry, solidMaterial(kind, isClear, this.pale), shapes.length);
    this.mesh.userData.isClear = isClear;
    if (isClear) this.mesh.renderOrder = 5;
    this.objects = [this.mesh];
  }

  update(moment: Moment, pixel: number): void {
    const m = this.mesh.instanceMatrix.array as Float32Array;
    const record = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift } = this.shapes[i]!;
      if (!mixBody(track, moment, record)) hide(m, i);
      else writeBody(m, i, record, lift, this.kind === "disc" ? thickness(record, pixel) : 1);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  paint(theme: Theme): void {
    const white = theme.isDark ? (this.kind === "disc" ? theme.panel.rgb : theme.ink.rgb) : WHITE;
    this.pale.paper.value.setRGB(white[0], white[1], white[2], "srgb");
    this.pale.paleness.value = this.kind === "box" ? 0.5 : this.kind === "disc" ? 0.62 : 0.7;
    this.shapes.forEach(({ figure }, i) => {
      const colour = figureColour(theme, figure.colour);
      const isPlain = !figure.turns && (this.kind === "sphere" || this.kind === "ellipsoid");
      paintInstance(this.mesh, i, isPlain ? blend(colour, theme.isDark ? [0, 0, 0] : [1, 1, 1], 0.12) : colour);
    });
  }
}

/** Whether it turns, and how fine its marks are: large bodies have finer ones. */
function marksOf({ figure, track: { values } }: Shape): [number, number] {
  const radius = Math.hypot(values[3]!, values[4]!, values[5]!);
  return [figure.turns ? 1 : 0, radius > 0 ? Math.min(Math.max(0.25 / radius, 0.3), 1) : 1];
}

function thickness(record: Float64Array, pixel: number): number {
  const radius = Math.hypot(record[3]!, record[4]!, record[5]!);
  return Math.max(Math.min(THIN * radius, THICKEST), pixel / 2);
}
