// The place of the motion: the stage and the plots, which src/motion fills, their captions, and the picture that paper gets.
import { html, NOTHING, type Html } from "../html";
import type { Motion, OtherMotion, Report } from "../report";
import { formatNumber, formatSmall, plural } from "../words";
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

export function motionSection({ motion, others, picture, title }: Report): Section | null {
  if (motion === null) return null;
  const bad = [motion, ...others].filter(({ outcome }) => outcome !== "finished");
  const notices = bad.map((one) => html`<p class="notice">${others.length > 0 ? html`<b>${one.name}</b>: ` : NOTHING}${outcomeSentence(one)}</p>\n`);
  const body = html`${notices}${stage(motion, others, picture, title)}${comparisons(motion, others)}${plots([motion, ...others])}`;
  return { id: "motion", title: others.length > 0 ? "Motions" : "Motion", body };
}

function stage({ name, numbers, scene }: Motion, others: readonly OtherMotion[], picture: string | null, title: string): Html {
  const still = picture === null ? NOTHING
    : html`<img class="still" alt="${title}: the system at moments of its motion" src="${pictureUrl(picture)}">\n`;
  const ends = [numbers, ...others.map((other) => other.numbers)].map(({ end }) => end);
  const last = ends.reduce((far, end) => (Math.abs(end - numbers.from) > Math.abs(far - numbers.from) ? end : far));
  const span = html`from <i>t</i> = ${formatNumber(numbers.from)} to <i>t</i> = ${formatNumber(last)}`;
  const among = others.length === 0 || scene === null ? NOTHING : html`: <b>${name}</b>, with ${list(others.map((other) => other.name))} (translucent)`;
  return html`<figure class="wide">
<div id="stage" class="stage"></div>
${still}<figcaption><b>Figure 1.</b> ${title}, ${span}${among}.</figcaption>
</figure>
`;
}

/** a, b and c, each of them strong. */
function list(names: readonly string[]): Html[] {
  return names.map((name, i) => html`${i === 0 ? "" : i + 1 === names.length ? " and " : ", "}<b>${name}</b>`);
}

/** In words: from when on each motion differs from the first. */
function comparisons(first: Motion, others: readonly OtherMotion[]): Html {
  if (others.length === 0) return NOTHING;
  return html`<ul class="comparisons">
${others.map((other) => html`<li>${comparison(first, other)}</li>\n`)}</ul>
`;
}

/** "vakonomic leaves chetaev ...". */
export function comparison({ name: first }: Motion, { name, difference }: OtherMotion): Html {
  if (difference === null) return html`<b>${name}</b> and <b>${first}</b> have no common times at which to compare them.`;
  const { visible, threshold, largest, coordinate } = difference;
  if (visible === null && largest === 0) return html`<b>${name}</b> and <b>${first}</b> are identical, to the last digit.`;
  const most = html`The largest difference is ${formatSmall(largest)}, in <code>${coordinate}</code>`;
  const measure = "relative to the size of the coordinates";
  if (visible === null) return html`<b>${name}</b> agrees with <b>${first}</b>. ${most}, ${measure}, below the visible difference of ${formatSmall(threshold)}.`;
  return html`<b>${name}</b> departs from <b>${first}</b>: from <i>t</i> = ${formatNumber(visible, 3)} on the difference is visible, above ${formatSmall(threshold)} ${measure}. ${most}.`;
}

/** How many points there are, and what is between them. */
function sampling(all: readonly Motion[]): string {
  const counts = all.map(({ numbers, name }) => plural(numbers.frames, "computed point") + (all.length > 1 ? ` of ${name}` : ""));
  const points = counts.join(", ");
  if (all.every(({ joined }) => joined)) return `${points}, joined by a smooth curve.`;
  return `${points} chosen at random along a longer motion, too far apart to be joined by lines. Use run -o to write all points as CSV.`;
}

function plots(all: readonly Motion[]): Html {
  if (all.every(({ panels }) => panels.length === 0)) return html`<div id="plots" hidden></div>\n`;
  return html`<figure class="wide">
<div id="plots" class="plots"></div>
<figcaption><b>Figure 2.</b> Computed quantities over time: ${sampling(all)}</figcaption>
</figure>
`;
}

/** As a picture, SVG cannot run anything or fetch anything. */
export function pictureUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
