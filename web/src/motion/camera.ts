// From where the scene is seen: a flat one by parallel light along its normal, a spatial one by an eye on a sphere around a point.
import { OrthographicCamera, PerspectiveCamera, Vector3, type Camera } from "three";

import type { Scene } from "../report";
import { uprightOf, type Space } from "./space";

const ANGLE = (32 * Math.PI) / 180; // of the perspective, upright
const MARGIN = 1.12;
const STEEPEST = 1.5; // of the elevation, in radians

export class Rig {
  readonly camera: Camera;
  readonly isFlat: boolean;
  readonly up: Vector3;
  private readonly eye: OrthographicCamera | PerspectiveCamera;
  private readonly side = new Vector3();
  private readonly ahead = new Vector3();
  private readonly target = new Vector3();
  private readonly right = new Vector3();
  private readonly above = new Vector3();
  private readonly front = new Vector3();
  private azimuth = 0;
  private elevation = 0;
  /** Flat: half of the height that is seen. Spatial: from the eye to the target. */
  private reach = 1;
  private fitted = 1;
  private aspect = 1;
  private height = 1;
  private isTouched = false;

  constructor(
    private readonly scene: Scene,
    private readonly space: Space,
    private outline: Float32Array,
  ) {
    if (outline.length === 0) this.outline = space.corners();
    this.isFlat = scene.view.flat;
    this.eye = this.isFlat ? new OrthographicCamera() : new PerspectiveCamera();
    this.camera = this.eye;
    this.up = uprightOf(scene);
    this.ahead.set(...scene.view.front).addScaledVector(this.up, -this.up.dot(new Vector3(...scene.view.front)));
    if (this.ahead.length() < 1e-6)
      this.ahead
        .set(...scene.view.up)
        .negate()
        .addScaledVector(this.up, this.up.dot(new Vector3(...scene.view.up)));
    if (this.ahead.length() < 1e-6) this.ahead.set(this.up.y, this.up.z, this.up.x);
    this.ahead.normalize();
    this.side.crossVectors(this.up, this.ahead);
    this.reset();
  }

  /** The length in the scene that one pixel shows at the target. */
  get pixel(): number {
    const half = this.isFlat ? this.reach : this.reach * Math.tan(ANGLE / 2);
    return (2 * half) / this.height;
  }

  /** How much closer than at first. */
  get closeness(): number {
    return this.fitted / this.reach;
  }

  resize(width: number, height: number): void {
    this.aspect = width / height;
    this.height = height;
    if (this.isTouched) this.place();
    else this.reset();
  }

  /** For points x, y, z, ...: at once when nobody has moved the view. */
  makeRoom(outline: Float32Array): void {
    this.outline = outline.length > 0 ? outline : this.space.corners();
    if (!this.isTouched) this.reset();
  }

  reset(): void {
    this.isTouched = false;
    this.azimuth = 0;
    this.elevation = Math.asin(Math.min(Math.max(this.up.dot(new Vector3(...this.scene.view.front).normalize()), -1), 1));
    this.turn(0, 0);
    this.isTouched = false;
    this.fitted = this.reach = this.fit(this.target);
    this.place();
  }

  /** Around the target, by angles. */
  turn(azimuth: number, elevation: number): void {
    this.isTouched = true;
    if (this.isFlat) {
      this.right.set(...this.scene.view.right);
      this.above.set(...this.scene.view.up);
      this.front.set(...this.scene.view.front);
    } else {
      this.azimuth += azimuth;
      this.elevation = Math.min(Math.max(this.elevation + elevation, -STEEPEST), STEEPEST);
      const c = Math.cos(this.azimuth);
      const s = Math.sin(this.azimuth);
      this.right.copy(this.side).multiplyScalar(c).addScaledVector(this.ahead, -s);
      this.front.copy(this.ahead).multiplyScalar(c).addScaledVector(this.side, s).multiplyScalar(Math.cos(this.elevation));
      this.front.addScaledVector(this.up, Math.sin(this.elevation));
      this.above.crossVectors(this.front, this.right);
    }
    this.place();
  }

  /** The picture moves by pixels: to the right and down. */
  pan(x: number, y: number): void {
    this.isTouched = true;
    this.target.addScaledVector(this.right, -x * this.pixel).addScaledVector(this.above, y * this.pixel);
    const far = this.target.length();
    if (far > 4) this.target.multiplyScalar(4 / far);
    this.place();
  }

  /** By a factor (above 1: closer); what is at (x, y) pixels from the middle, right and down, stays there. */
  zoom(factor: number, x = 0, y = 0): void {
    this.isTouched = true;
    const before = this.pixel;
    this.reach = Math.min(Math.max(this.reach / factor, this.fitted / 400), this.fitted * 6);
    const moved = before - this.pixel;
    this.target.addScaledVector(this.right, x * moved).addScaledVector(this.above, -y * moved);
    this.place();
  }

  /** So that all points of the outline are in the picture, in its middle: the target moves across, the answer is the reach. */
  private fit(target: Vector3): number {
    const { outline } = this;
    const point = new Vector3();
    const middle = this.space.middle;
    const tall = Math.tan(ANGLE / 2) / MARGIN;
    const wide = tall * this.aspect;
    let reach = this.isFlat ? 0 : 4;
    let x = 0;
    let y = 0;
    for (let round = 0; round < 6; round++) {
      let left = Infinity;
      let right = -Infinity;
      let low = Infinity;
      let high = -Infinity;
      let need = 0;
      for (let i = 0; i < outline.length; i += 3) {
        point.set(outline[i]! - middle.x, outline[i + 1]! - middle.y, outline[i + 2]! - middle.z);
        const px = point.dot(this.right) - x;
        const py = point.dot(this.above) - y;
        const pz = this.isFlat ? 0 : point.dot(this.front);
        const part = this.isFlat ? 1 : reach / Math.max(reach - pz, 0.1);
        left = Math.min(left, px * part);
        right = Math.max(right, px * part);
        low = Math.min(low, py * part);
        high = Math.max(high, py * part);
        need = Math.max(
          need,
          this.isFlat
            ? MARGIN * Math.max(Math.abs(px) / this.aspect, Math.abs(py))
            : pz + Math.max(Math.abs(px) / wide, Math.abs(py) / tall),
        );
      }
      if (round === 5) {
        reach = need;
        break;
      }
      x += (left + right) / 2;
      y += (low + high) / 2;
      if (!this.isFlat) reach = need;
    }
    target.copy(middle).addScaledVector(this.right, x).addScaledVector(this.above, y);
    return Math.max(reach, 1e-3);
  }

  private place(): void {
    const eye = this.eye;
    eye.up.copy(this.above);
    if (eye instanceof PerspectiveCamera) {
      eye.position.copy(this.target).addScaledVector(this.front, this.reach);
      eye.fov = (ANGLE * 180) / Math.PI;
      eye.aspect = this.aspect;
      const far = this.target.length() + 6;
      eye.near = Math.max(this.reach - far, this.reach / 100);
      eye.far = this.reach + far;
    } else {
      eye.position.copy(this.target).addScaledVector(this.front, 20);
      eye.top = this.reach;
      eye.bottom = -this.reach;
      eye.right = this.reach * this.aspect;
      eye.left = -eye.right;
      eye.near = 0;
      eye.far = 40;
    }
    eye.lookAt(this.target);
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
  }
}
