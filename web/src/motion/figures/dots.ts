// Dots of a size in pixels, for paths whose frames are too far apart to be joined.
import { BufferAttribute, BufferGeometry, Points, PointsMaterial } from "three";

export class Dots {
  readonly object: Points;
  private readonly material: PointsMaterial;
  private readonly geometry: BufferGeometry;

  /** At the places x, y, z, ...; or at those of another set, drawn in another way. */
  constructor(places: Float32Array | Dots, size: number) {
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute(
      "position",
      places instanceof Dots ? places.geometry.getAttribute("position") : new BufferAttribute(places, 3),
    );
    this.material = new PointsMaterial({ size, sizeAttenuation: false });
    this.material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <clipping_planes_fragment>",
        "#include <clipping_planes_fragment>\nif (length(gl_PointCoord - 0.5) > 0.5) discard;",
      );
    };
    this.object = new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.count = this.geometry.getAttribute("position").count;
  }

  get count(): number {
    return this.geometry.drawRange.count;
  }
  set count(count: number) {
    this.geometry.setDrawRange(0, count);
    this.object.visible = count > 0;
  }

  /** Over what is at the same place. */
  over(order: number): this {
    this.material.polygonOffset = true;
    this.material.polygonOffsetFactor = this.material.polygonOffsetUnits = -order;
    this.object.renderOrder = order;
    return this;
  }

  /** Before everything else, which may be over it. */
  under(order: number): this {
    this.material.depthWrite = false;
    this.object.renderOrder = order;
    return this;
  }

  paint(rgb: readonly number[]): void {
    this.material.color.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, "srgb");
  }
}
