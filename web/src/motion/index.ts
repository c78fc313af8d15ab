// Placeholder.
import type { Motion } from "../report";

export function mountMotion(stage: HTMLElement, plots: HTMLElement, motion: Motion, options: { picture: string | null }): void {
  stage.textContent = `stage: ${motion.scene?.figures.length ?? 0} figures, ${options.picture === null ? "no picture" : "a picture"}`;
  plots.textContent = motion.panels.map((panel) => panel.label).join(", ");
}
