// The line that names the motions: how each is drawn, whether it is over, and a switch to show or hide it.
import { button, element, stroke } from "./dom";
import { formatNumber } from "./numbers";
import type { Troupe } from "./troupe";

export class Cast {
  readonly line: HTMLElement;
  private readonly ends: HTMLElement[] = [];

  constructor(private readonly troupe: Troupe) {
    this.line = element("div", "motion-cast", element("span", "motion-cast-label", "Motions"), ...troupe.members.map((_, i) => this.toggle(i)));
    this.line.setAttribute("role", "group");
    this.line.setAttribute("aria-label", "Motions shown");
  }

  /** Marks those that are over. */
  update(time: number): void {
    this.ends.forEach((end, i) => {
      const isOver = this.troupe.hasEnded(i, time);
      if (end.hidden === isOver) end.hidden = !isOver;
    });
  }

  private toggle(i: number): HTMLElement {
    const { troupe } = this;
    const { motion, timeline, colour, dash } = troupe.members[i]!;
    const toggle = button("motion-toggle motion-member", motion.name, "", () => {
      troupe.show(i, !troupe.isShown(i));
      toggle.setAttribute("aria-pressed", String(troupe.isShown(i)));
    });
    const end = element("span", "motion-ended", `ended at t = ${formatNumber(timeline.end, 5)}`);
    end.hidden = true;
    this.ends.push(end);
    toggle.title = motion.form;
    toggle.append(element("span", "motion-dot"), stroke(dash, 26), element("span", "motion-member-name", motion.name), end);
    toggle.dataset.member = String(i);
    toggle.setAttribute("aria-pressed", "true");
    toggle.style.setProperty("--key", `var(--series-${colour})`);
    return toggle;
  }
}
