// The place of the motion: the stage and the plots, which src/motion fills, their captions, and the picture that paper gets.
import { html, NOTHING, type Html } from "../html";
import type { Motion, Report } from "../report";
import { formatNumber, plural } from "../words";
import type { Section } from "./section";

const OUTCOMES: Record<string, string> = {
  finished: "The motion ran to its end",
  stopped: "The motion was stopped",
  singular: "The motion ended where the equations are singular",
  failed: "The computation failed",
};

/** "The motion was stopped at t = 3: ...". */
export function outcomeSentence({ outcome, message, numbers }: Motion): Html {
  const words = OUTCOMES[outcome] ?? `The motion ended (${outcome})`;
  return html`${words} at <i>t</i> = ${formatNumber(numbers.end)}${message === null ? "." : `: ${message}`}`;
}

export function motionSection({ motion, picture, title }: Report): Section | null {
  if (motion === null) return null;
  const notice = motion.outcome === "finished" ? NOTHING : html`<p class="notice">${outcomeSentence(motion)}</p>\n`;
  return { id: "motion", title: "Motion", body: html`${notice}${stage(motion, picture, title)}${plots(motion)}` };
}

function stage({ numbers }: Motion, picture: string | null, title: string): Html {
  const still = picture === null ? NOTHING
    : html`<img class="still" alt="${title}: the system at moments of its motion" src="${pictureUrl(picture)}">\n`;
  const span = html`from <i>t</i> = ${formatNumber(numbers.from)} to <i>t</i> = ${formatNumber(numbers.end)}`;
  return html`<figure class="wide">
<div id="stage" class="stage"></div>
${still}<figcaption><b>Figure 1.</b> ${title} ${span}.</figcaption>
</figure>
`;
}

/** How many points there are, and what is between them. */
function sampling({ numbers, joined }: Motion): string {
  const points = plural(numbers.frames, "computed point");
  if (joined) return `${points}, and a smooth curve between them.`;
  return `${points} of a longer motion, chosen at random along it: too far apart to be joined by lines. A CSV has all (run -o).`;
}

function plots(motion: Motion): Html {
  const { panels } = motion;
  if (panels.length === 0) return html`<div id="plots" hidden></div>\n`;
  return html`<figure class="wide">
<div id="plots" class="plots"></div>
<figcaption><b>Figure 2.</b> What was computed, over time: ${sampling(motion)}</figcaption>
</figure>
`;
}

/** As a picture, SVG cannot run anything or fetch anything. */
export function pictureUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
