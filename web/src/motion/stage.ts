// The picture: a canvas with WebGL, drawn on request. When the context is lost the SVG picture takes its place.
import { NoToneMapping, WebGLRenderer } from "three";

import type { Scene } from "../report";
import { Rig } from "./camera";
import { element } from "./dom";
import { bindGestures } from "./gestures";
import type { Companion } from "./ghost";
import { roomFor } from "./room";
import { joinOutlines, Stagecraft } from "./scene";
import { Space } from "./space";
import type { Theme } from "./theme";
import type { Moment } from "./timeline";
import type { Member, Troupe } from "./troupe";
import type { VectorKind, Vectors } from "./vectors";

export class Stage {
  readonly view: HTMLElement;
  private readonly rig: Rig;
  private readonly craft: Stagecraft;
  private readonly others: readonly Member[];
  private readonly moments: readonly Moment[];
  private readonly observer: ResizeObserver;
  private isLost = false;
  private width = 0;
  private height = 0;

  /** `changed`: somebody turned the picture, or it has another size: it wants to be drawn. */
  constructor(
    private readonly renderer: WebGLRenderer,
    own: Scene,
    private readonly troupe: Troupe,
    private readonly changed: () => void,
  ) {
    const [first, ...others] = troupe.members;
    const scene = roomFor(own, others.map(({ motion }) => motion.scene));
    const space = new Space(scene);
    const { count, isJoined } = first!.timeline;
    this.others = others.filter(({ motion }) => motion.scene !== null);
    this.moments = this.others.map(({ moment }) => moment);
    this.craft = new Stagecraft(scene, space, count, isJoined, this.others.map(companionOf));
    this.rig = new Rig(scene, space, this.craft.outline);
    this.view = element("div", "motion-view", renderer.domElement);
    this.view.tabIndex = 0;
    this.view.setAttribute("role", "application");
    this.view.setAttribute("aria-label", labelOf(scene.view.flat));
    this.view.style.setProperty("--motion-aspect", aspectOf(scene, space).toFixed(3));
    this.view.classList.toggle("motion-flat", scene.view.flat);
    renderer.domElement.setAttribute("aria-hidden", "true");
    bindGestures(this.view, this.rig, () => this.turned());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.view);
    this.watchContext(renderer.domElement);
    troupe.subscribe(() => this.showMembers());
  }

  private showMembers(): void {
    this.craft.show(0, this.troupe.isShown(0));
    this.others.forEach((other, i) => this.craft.show(i + 1, this.troupe.isShown(this.troupe.members.indexOf(other))));
    this.changed();
  }

  /** A page has few contexts: this one is given back. */
  end(): void {
    this.isLost = true;
    this.observer.disconnect();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  vectors(kind: VectorKind): Vectors {
    return this.craft[kind];
  }

  /** Shows or hides arrows; an untouched view makes room for them. */
  show(kind: VectorKind, shown: boolean): void {
    const { velocity, force, outline } = this.craft;
    this.craft[kind].shown = shown;
    const parts = [outline, ...[velocity, force].filter((vectors) => vectors.shown).map((vectors) => vectors.tips())];
    this.rig.makeRoom(joinOutlines(parts));
    this.turned();
  }

  /** How many pixels a length of the scene is long. */
  pixels(length: number): number {
    return length / this.rig.pixel;
  }

  resetView(): void {
    this.rig.reset();
    this.turned();
  }

  paint(theme: Theme): void {
    const [r, g, b] = theme.panel.rgb;
    this.craft.paint(theme);
    this.renderer.setClearColor((Math.round(255 * r) << 16) | (Math.round(255 * g) << 8) | Math.round(255 * b), 1);
  }

  /** Where the motions are now. False when it cannot be drawn. */
  draw(): boolean {
    if (this.isLost || this.width === 0) return false;
    this.craft.update(this.troupe.members[0]!.moment, this.rig.pixel * this.fineness, this.moments);
    this.renderer.render(this.craft.three, this.rig.camera);
    return true;
  }

  /** Lines and points are a little finer in a small picture. */
  private get fineness(): number {
    return Math.min(Math.max(Math.min(this.width, this.height) / 420, 0.7), 1);
  }

  private turned(): void {
    this.view.dataset.zoom = this.rig.closeness.toFixed(3);
    this.changed();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.view;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(this.width, this.height, false);
    this.rig.resize(this.width, this.height);
    this.turned();
  }

  private watchContext(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.isLost = true;
      this.view.classList.add("motion-lost");
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.isLost = false;
      this.view.classList.remove("motion-lost");
      this.changed();
    });
  }
}

function companionOf({ motion, timeline, colour }: Member): Companion {
  return { scene: motion.scene!, frames: timeline.count, isJoined: timeline.isJoined, colour };
}

/** Null where there is no WebGL. */
export function makeRenderer(): WebGLRenderer | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true, alpha: false, stencil: true, depth: true, powerPreference: "low-power" });
  if (context === null) return null;
  try {
    const renderer = new WebGLRenderer({ canvas, context, antialias: true, stencil: true });
    renderer.toneMapping = NoToneMapping;
    return renderer;
  } catch {
    return null;
  }
}

/** A flat scene gets a picture of about its own form. */
function aspectOf(scene: Scene, space: Space): number {
  if (!scene.view.flat) return 16 / 9;
  const sides = [scene.view.right, scene.view.up].map(
    (axis) =>
      Math.abs(axis[0] * (space.high.x - space.low.x)) +
      Math.abs(axis[1] * (space.high.y - space.low.y)) +
      Math.abs(axis[2] * (space.high.z - space.low.z)),
  );
  return Math.min(Math.max(sides[0]! / Math.max(sides[1]!, 1e-6), 1.4), 2.4);
}

function labelOf(isFlat: boolean): string {
  const arrows = isFlat ? "arrow keys pan" : "arrow keys rotate";
  return `Animation of the system. Space plays and pauses, comma and period step, ${arrows}, plus and minus zoom, 0 resets the view.`;
}
