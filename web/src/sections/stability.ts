// The stability of a steady motion: its linearised equations, and the eigenvalues over a value as two charts, drawn as SVG, so that paper
// gets them as well.
import { html, Html, NOTHING } from "../html";
import type { Report, Stability } from "../report";
import { formulaOrSource } from "../typeset";
import { formatNumber } from "../words";
import { modesOf } from "./modes";
import { facts, type Section } from "./section";

export function stabilitySection({ stability }: Report): Section | null {
  if (stability === null) return null;
  const body = html`${stability.motion === null ? NOTHING : motionOf(stability, stability.motion)}${changesOf(stability)}${chartsOf(stability)}`;
  return { id: "stability", title: "Stability of the steady motion", body };
}

/** `x'` is typeset with a prime. */
const nameOf = (name: string): Html => html`<i>${name.replaceAll("'", "\u2032")}</i>`;
const list = (names: readonly string[]): Html => html`${names.map((name, i) => html`${i > 0 ? ", " : ""}${nameOf(name)}`)}`;

type SteadyMotion = NonNullable<Stability["motion"]>;

function motionOf({ name }: Stability, motion: SteadyMotion): Html {
  const { coordinates, M, C, K, states, A } = motion;
  const pairs: (readonly [string, Html])[] = [[motion.kind, html`at ${nameOf(name)} = ${formatNumber(motion.value, 10)}`]];
  if (motion.ignorable.length > 0) pairs.push(["ignorable", list(motion.ignorable)]);
  if (motion.family.length > 0) pairs.push(["family, one for each", list(motion.family)]);
  pairs.push(["verdict", html`<b>${motion.verdict}</b>: ${motion.reason}`]);
  pairs.push(["eigenvalues", html`<ul class="eigenvalues">${motion.eigenvalues.map((value) => html`<li>${value.replace("+-", "±").replaceAll("-", "\u2212")}</li>`)}</ul>`]);
  const hasPairs = coordinates.length > 0;
  const equation = hasPairs ? html`<i>M x″</i> + <i>C x′</i> + <i>K x</i> = 0, <i>x</i> = (${list(coordinates)})` : html`<i>z′</i> = <i>A z</i>, <i>z</i> = (${list(states)})`;
  const matrices: [string, number[][]][] = hasPairs ? [["M", M], ["C", C], ["K", K]] : [["A", A]];
  return html`${facts(pairs)}
<p>Linearised equations: ${equation}, with</p>
<div class="scroller matrices">${matrices.map(([letter, rows]) => matrix(letter, rows))}</div>
${modesOf(motion.modes)}`;
}

function matrix(letter: string, rows: number[][]): Html {
  const cells = rows.map((row) => html`<tr>${row.map((value) => html`<td>${formatNumber(value, 8)}</td>`)}</tr>`);
  return html`<div class="matrix"><span><i>${letter}</i> =</span><table aria-label="${letter}"><tbody>${cells}</tbody></table></div>\n`;
}

function changesOf({ name, changes }: Stability): Html {
  if (changes.length === 0) return html`<p>Between the values shown, no change of stability was found.</p>\n`;
  const rows = changes.map(({ digits, latex, kind, re, omega, before, after }) => html`<tr><th scope="row">${nameOf(name)} = ${digits}${closedForm(latex)}</th><td>${kind}</td>
<td>${omega > 0 ? html`${formatNumber(omega)} i` : formatNumber(re)}</td><td>${before}</td><td>${after}</td></tr>\n`);
  return html`<div class="scroller changes"><table><thead><tr><th scope="col">change at</th><th scope="col">kind</th><th scope="col">eigenvalue</th>
<th scope="col">below</th><th scope="col">above</th></tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

/** Under the digits. */
const closedForm = (latex: string | null): Html => (latex === null ? NOTHING : html`<br>${new Html(formulaOrSource(latex, false))}`);

// ---- charts

const WIDTH = 720, HEIGHT = 260, LEFT = 56, RIGHT = 8, TOP = 8, BOTTOM = 28;

/** About `most` round numbers between the ends. */
export function ticksBetween(low: number, high: number, most: number): number[] {
  const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * (1 - 1e-9))!;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) ticks.push(k * step + 0);
  return ticks;
}

interface Frame { x: (value: number) => number; y: (value: number) => number }

/** Neighbours without a value between them are joined. */
function pathOf(values: readonly number[], track: readonly (number | null)[], { x, y }: Frame): string {
  let isDrawing = false;
  return track.map((value, i) => {
    const command = value === null ? "" : `${isDrawing ? "L" : "M"}${x(values[i]!).toFixed(2)} ${y(value).toFixed(2)}`;
    isDrawing = value !== null;
    return command;
  }).join("");
}

/** Where the motion is stable the ground is coloured: between neighbouring values up to a change between them, or half of the way. */
export function groundsOf({ values, verdicts, changes }: Stability): { from: number; to: number; verdict: string }[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const border = (a: number, b: number): number => changes.find(({ value }) => value >= a && value <= b)?.value ?? (a + b) / 2;
  const grounds: { from: number; to: number; verdict: string }[] = [];
  order.forEach((at, k) => {
    const last = grounds.at(-1), value = values[at]!, verdict = verdicts[at]!;
    if (last?.verdict === verdict) {
      last.to = value;
      return;
    }
    if (last !== undefined) last.to = border(values[order[k - 1]!]!, value);
    grounds.push({ from: last?.to ?? value, to: value, verdict });
  });
  return grounds;
}

const CLASSES: Record<string, string> = { "asymptotically stable": "asymptotic", "spectrally stable": "spectral" };
const classOf = (verdict: string): string | null => CLASSES[verdict] ?? (verdict.startsWith("stable") ? "stable" : null);

function chart(stability: Stability, part: "re" | "im", label: string): Html {
  const { values, changes, name } = stability;
  const known = stability[part].flat().filter((value) => value !== null);
  const low = Math.min(0, ...known), high = Math.max(0, ...known), room = 0.05 * (high - low || 1);
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const x = (value: number): number => LEFT + ((value - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((high + room - value) / (high - low + 2 * room)) * (HEIGHT - TOP - BOTTOM);
  const bottom = HEIGHT - BOTTOM;
  const grounds = groundsOf(stability).map(({ from, to, verdict }) => {
    const kind = classOf(verdict);
    return kind === null ? NOTHING : html`<rect class="ground-${kind}" x="${x(from)}" y="${TOP}" width="${Math.max(0, x(to) - x(from))}" height="${bottom - TOP}"/>`;
  });
  const across = ticksBetween(first, last, 10).map((tick) =>
    html`<line class="tick" x1="${x(tick)}" x2="${x(tick)}" y1="${bottom}" y2="${bottom + 4}"/><text x="${x(tick)}" y="${bottom + 17}" text-anchor="middle">${formatNumber(tick)}</text>`);
  const up = ticksBetween(low - room, high + room, 6).map((tick) =>
    html`<line class="${Math.abs(tick) < 1e-12 ? "axis" : "grid"}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${formatNumber(tick)}</text>`);
  const lines = changes.map(({ value }) => html`<line class="change" x1="${x(value)}" x2="${x(value)}" y1="${TOP}" y2="${bottom}"/>`);
  const curves = stability[part].map((track, k) => html`<path d="${pathOf(values, track, { x, y })}" class="curve" stroke="var(--series-${k % 7})"/>`);
  return html`<svg class="spectrum" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label} of the eigenvalues over ${name}">
${grounds}${up}${across}${lines}${curves}
<text x="14" y="${(TOP + bottom) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + bottom) / 2})">${label}</text>
</svg>
`;
}

function chartsOf(stability: Stability): Html {
  const kinds = [...new Set(stability.verdicts)].filter((verdict) => classOf(verdict) !== null);
  const legend = kinds.map((verdict) => html` <span class="ground ground-${classOf(verdict)!}"></span> ${verdict};`);
  return html`<figure class="wide">
${chart(stability, "re", "real part")}${chart(stability, "im", "imaginary part")}<figcaption>Eigenvalues over ${nameOf(stability.name)}, without those that are 0 for a known reason.${legend} vertical lines: changes.</figcaption>
</figure>
`;
}
