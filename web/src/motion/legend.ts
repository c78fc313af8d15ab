// The line under the player: what the colours of trails mean, the arrows to be shown or hidden with their scale, and the way back to
// the first view.
import type { Scene } from "../report";
import { button, element, icon, stroke } from "./dom";
import { formatNumber } from "./numbers";
import { sampleValue } from "./scales";
import type { Stage } from "./stage";
import { VECTOR_COLOURS, type VectorKind, type Vectors } from "./vectors";

const RESET = "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10";
const MOST_TRAILS = 6;
const LONGEST = 90; // pixels of an arrow that shows the scale

const WORDS: Record<VectorKind, { label: string; sample: string }> = {
  velocity: { label: "Velocities", sample: "velocity" },
  force: { label: "Constraint forces", sample: "force" },
};

export class Legend {
  readonly line: HTMLElement;
  private readonly samples: { vectors: Vectors; shaft: HTMLElement; value: HTMLElement; item: HTMLElement }[] = [];

  constructor(
    private readonly stage: Stage,
    scene: Scene,
  ) {
    this.line = element("div", "motion-legend", ...this.trails(scene));
    const tools = element("div", "motion-tools");
    for (const kind of ["velocity", "force"] as const) this.addVectors(kind, tools);
    tools.append(button("motion-button motion-reset", "Reset view (double click)", icon(RESET, false), () => stage.resetView()));
    this.line.append(tools);
  }

  /** The arrows of the scale are as long as those in the picture. */
  update(): void {
    for (const { vectors, shaft, value, item } of this.samples) {
      item.hidden = !vectors.shown;
      if (!vectors.shown || vectors.scale === null) continue;
      const sample = sampleValue(vectors.scale, LONGEST / this.stage.pixels(1));
      const text = `= ${formatNumber(sample)}`;
      shaft.style.width = `${this.stage.pixels(vectors.scale.scale * sample).toFixed(1)}px`;
      if (value.textContent !== text) value.textContent = text;
    }
  }

  private trails({ trails }: Scene): HTMLElement[] {
    const named = trails.filter(({ name }) => name !== "");
    if (named.length > MOST_TRAILS) return [];
    return named.map(({ name, colour }) => {
      const item = element("span", "motion-key", stroke([], 16), element("span", "motion-trail", name));
      item.title = name;
      item.style.setProperty("--key", `var(--series-${colour})`);
      return item;
    });
  }

  private addVectors(kind: VectorKind, tools: HTMLElement): void {
    const vectors = this.stage.vectors(kind);
    if (vectors.scale === null) return;
    const toggle = button("motion-toggle", WORDS[kind].label, "", () => {
      this.stage.show(kind, !vectors.shown);
      toggle.setAttribute("aria-pressed", String(vectors.shown));
    });
    toggle.removeAttribute("title");
    toggle.append(element("span", "motion-dot"), WORDS[kind].label);
    toggle.dataset.arrows = kind;
    toggle.setAttribute("aria-pressed", "false");
    toggle.style.setProperty("--key", `var(--series-${VECTOR_COLOURS[kind]})`);
    tools.append(toggle);
    const shaft = element("span", "motion-sample-arrow");
    const value = element("span", "motion-sample-value");
    const item = element("span", "motion-key motion-sample", `${WORDS[kind].sample} `, shaft, value);
    item.title = "An arrow of this length";
    item.dataset.sample = kind;
    item.hidden = true;
    item.style.setProperty("--key", `var(--series-${VECTOR_COLOURS[kind]})`);
    this.line.append(item);
    this.samples.push({ vectors, shaft, value, item });
  }
}
