// Lines with a width in pixels, as segments that share one buffer: x y z of one end and of the other.
import { Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export class FatLines {
  readonly object: LineSegments2;
  readonly ends: Float32Array;
  private readonly buffer: InstancedInterleavedBuffer;
  private readonly material: LineMaterial;
  private colours: InstancedInterleavedBuffer | null = null;

  /** Room for this many segments; or the segments of another set, drawn in another way. */
  constructor(segments: number | FatLines, width: number) {
    const geometry = new LineSegmentsGeometry();
    this.buffer =
      segments instanceof FatLines ? segments.buffer : new InstancedInterleavedBuffer(new Float32Array(6 * Math.max(segments, 1)), 6, 1);
    this.ends = this.buffer.array as Float32Array;
    geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.buffer, 3, 0));
    geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.buffer, 3, 3));
    this.material = new LineMaterial({ linewidth: width, alphaToCoverage: false });
    this.object = new LineSegments2(geometry, this.material);
    this.object.frustumCulled = false;
    this.count = segments instanceof FatLines ? segments.count : segments;
  }

  get count(): number {
    return this.object.geometry.instanceCount;
  }
  set count(count: number) {
    this.object.geometry.instanceCount = count;
    this.object.visible = count > 0;
  }

  /** They will be written again and again. */
  moving(): this {
    this.buffer.setUsage(DynamicDrawUsage);
    return this;
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

  set(i: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
    const ends = this.ends;
    const at = 6 * i;
    ends[at] = ax;
    ends[at + 1] = ay;
    ends[at + 2] = az;
    ends[at + 3] = bx;
    ends[at + 4] = by;
    ends[at + 5] = bz;
  }

  flush(): void {
    this.buffer.needsUpdate = true;
  }

  /** All in one colour. */
  paint(rgb: readonly number[]): void {
    this.material.color.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, "srgb");
  }

  /** One colour for each segment. */
  paintEach(colourOf: (i: number) => readonly number[]): void {
    const count = this.ends.length / 6;
    const colour = new Color();
    if (this.colours === null) {
      this.colours = new InstancedInterleavedBuffer(new Float32Array(6 * count), 6, 1);
      this.object.geometry.setAttribute("instanceColorStart", new InterleavedBufferAttribute(this.colours, 3, 0));
      this.object.geometry.setAttribute("instanceColorEnd", new InterleavedBufferAttribute(this.colours, 3, 3));
      this.material.vertexColors = true;
    }
    for (let i = 0; i < count; i++) {
      const rgb = colourOf(i);
      colour.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, "srgb");
      colour.toArray(this.colours.array, 6 * i);
      colour.toArray(this.colours.array, 6 * i + 3);
    }
    this.colours.needsUpdate = true;
  }
}
