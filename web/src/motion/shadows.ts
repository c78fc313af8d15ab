// Shadows on the ground: every body is drawn once more, pressed flat along the light. They are as sharp as the picture, cost no texture,
// and a stencil keeps those that overlap from getting darker.
import { Color, EqualStencilFunc, IncrementStencilOp, InstancedMesh, ShaderMaterial, Vector3, type Object3D } from "three";

import type { Scene } from "../report";
import { SPRING_VERTEX } from "./figures/springs";
import { drawFirst, RIM, type Ground } from "./figures/sheets";
import type { Space } from "./space";
import type { Theme } from "./theme";

const VERTEX = (spring: boolean): string => /* glsl */ `
${spring ? SPRING_VERTEX : ""}
uniform vec3 at, e1, e2, upward, light;
varying vec2 place;
varying float height;
varying vec4 clip;
void main() {
  ${spring ? "vec3 along; vec3 local = helix(wire.x, along); local += coil.z * springNormal(along);" : "vec3 local = position;"}
  vec3 world = (modelMatrix * instanceMatrix * vec4(local, 1.0)).xyz;
  height = dot(world - at, upward);
  vec3 foot = world - light * (height / dot(light, upward));
  place = vec2(dot(foot - at, e1), dot(foot - at, e2));
  gl_Position = clip = projectionMatrix * viewMatrix * vec4(foot, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform vec2 low, high, edge;
uniform vec3 ink;
uniform float strength, part;
varying vec2 place;
varying float height;
varying vec4 clip;
${RIM}
void main() {
  if (height < -0.004) discard;
  vec2 middle = 0.5 * (low + high), half_ = 0.5 * (high - low) - edge;
  float seen = 1.0 - smoothstep(0.0, 1.0, length(max(abs(place - middle) - half_, 0.0) / edge));
  gl_FragColor = vec4(ink, part * strength * seen * (1.0 - 0.55 * smoothstep(0.0, 1.2, height)) * within(clip));
  #include <colorspace_fragment>
}`;

const CLEAR = 0.4; // of the shadow, for a body that one sees through

export class Shadows {
  readonly objects: Object3D[];
  private readonly uniforms: { ink: { value: Color }; strength: { value: number } };
  private readonly at: Vector3;
  private readonly normal: Vector3;

  constructor(
    scene: NonNullable<Scene["ground"]>,
    ground: Ground,
    space: Space,
    up: Vector3,
    private readonly light: Vector3,
    casters: Object3D[],
  ) {
    const e1 = new Vector3(...scene.e1);
    const e2 = new Vector3(...scene.e2);
    this.at = space.put(scene.at);
    this.normal = new Vector3().crossVectors(e1, e2).normalize();
    if (this.normal.dot(up) < 0) this.normal.negate();
    this.uniforms = { ink: { value: new Color() }, strength: { value: 0.2 } };
    const { low, high, edge } = ground.extent;
    const shared = {
      at: { value: this.at },
      e1: { value: e1 },
      e2: { value: e2 },
      upward: { value: this.normal },
      light: { value: light },
      low: { value: low },
      high: { value: high },
      edge: { value: edge },
      ...this.uniforms,
    };
    this.objects = casters.filter((caster) => caster instanceof InstancedMesh).map((caster) => twin(caster, shared));
  }

  /** Moves a place to where the light puts its shadow. */
  foot(place: Vector3): void {
    const height = place.dot(this.normal) - this.at.dot(this.normal);
    place.addScaledVector(this.light, -height / this.light.dot(this.normal));
  }

  /** Moves a place straight down to the ground. */
  below(place: Vector3): void {
    place.addScaledVector(this.normal, this.at.dot(this.normal) - place.dot(this.normal));
  }

  paint(theme: Theme): void {
    const [r, g, b] = theme.isDark ? [0, 0, 0] : theme.ink.rgb;
    this.uniforms.ink.value.setRGB(r, g, b, "srgb");
    this.uniforms.strength.value = theme.isDark ? 0.42 : 0.17;
  }
}

/** The same instances, pressed flat. */
function twin(caster: InstancedMesh, uniforms: Record<string, { value: unknown }>): InstancedMesh {
  const isClear = caster.userData.isClear === true;
  const material = new ShaderMaterial({
    uniforms: { ...uniforms, part: { value: isClear ? CLEAR : 1 } },
    vertexShader: VERTEX(caster.userData.isSpring === true),
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: 2,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: EqualStencilFunc,
    stencilZPass: IncrementStencilOp,
  });
  drawFirst(material);
  const mesh = new InstancedMesh(caster.geometry, material, 0);
  mesh.count = caster.count;
  mesh.instanceMatrix = caster.instanceMatrix;
  mesh.frustumCulled = false;
  mesh.renderOrder = isClear ? -4 : -5; // the darker shadow first: the stencil keeps it
  return mesh;
}
