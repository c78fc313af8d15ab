// All panels, in the order of their groups; after them those groups that are folded until they are wanted: their charts are made only then.
import type { Panel } from "../report";
import { Chart, type ChartTools } from "./chart";
import { button, element } from "./dom";
import type { JointPanel } from "./joint";

const GROUPS: readonly { group: Panel["group"]; title: string; isFolded: boolean }[] = [
  { group: "coordinates", title: "Coordinates", isFolded: false },
  { group: "differences", title: "Differences", isFolded: false },
  { group: "velocities", title: "Velocities", isFolded: true },
  { group: "energies", title: "Energies", isFolded: false },
  { group: "multipliers", title: "Multipliers", isFolded: false },
  { group: "watches", title: "Watches", isFolded: false },
  { group: "forces", title: "Constraint forces", isFolded: true },
  { group: "residuals", title: "Residuals", isFolded: false },
  { group: "integrals", title: "First integrals", isFolded: false },
];

const HINT = "Drag to move through time; Shift-drag to zoom, double-click to reset.";
const TOUCH_HINT = "Drag to move through time; pinch to zoom, double-tap to reset.";

export class Plots {
  private readonly charts: Chart[] = [];

  constructor(
    readonly host: HTMLElement,
    panels: readonly JointPanel[],
    private readonly tools: ChartTools,
  ) {
    const { zoom } = tools;
    const whole = button("motion-toggle motion-whole", "Show the whole time span", "Whole time", () => zoom.reset());
    const hint = element("p", "motion-hint", matchMedia("(pointer: coarse)").matches ? TOUCH_HINT : HINT);
    const showWhole = (): void => {
      whole.hidden = zoom.isWhole;
    };
    zoom.subscribe(showWhole);
    showWhole();
    if (panels.length > 0) host.append(element("div", "motion-plots-head", hint, whole));
    const panelsOf = (group: Panel["group"]): JointPanel[] => panels.filter((panel) => panel.group === group && panel.curves.length > 0);
    const open = GROUPS.filter(({ isFolded }) => !isFolded).flatMap(({ group }) => panelsOf(group));
    if (open.length > 0) host.append(this.open(open));
    for (const { group, title, isFolded } of GROUPS) {
      const some = panelsOf(group);
      if (isFolded && some.length > 0) host.append(this.folded(title, some));
    }
  }

  /** The motions are where they are at this time. */
  update(time: number): void {
    for (let i = 0; i < this.charts.length; i++) this.charts[i]!.update(time);
  }

  paint(): void {
    for (const chart of this.charts) chart.paint();
  }

  private open(panels: JointPanel[]): HTMLElement {
    const grid = element("div", "motion-grid motion-group");
    this.fill(grid, panels);
    return grid;
  }

  private folded(title: string, panels: JointPanel[]): HTMLElement {
    const grid = element("div", "motion-grid");
    const summary = element("summary", "motion-heading", title);
    const details = element("details", "motion-group", summary, grid);
    const fill = (): void => {
      if (grid.childElementCount === 0) this.fill(grid, panels);
    };
    details.addEventListener("toggle", () => {
      if (details.open) fill();
    });
    return details;
  }

  private fill(grid: HTMLElement, panels: JointPanel[]): void {
    for (const panel of panels) {
      const chart = new Chart(panel, this.tools);
      this.charts.push(chart);
      grid.append(chart.root);
    }
  }
}
