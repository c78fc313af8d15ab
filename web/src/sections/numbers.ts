// How the motion was computed, and how well: method, steps, errors, invariants, claims, events.
import { html, NOTHING, type Html } from "../html";
import type { Motion, Report } from "../report";
import { formatCount, formatNumber, formatSmall, inPrint, plural } from "../words";
import { outcomeSentence } from "./motion";
import { facts, type Section } from "./section";

export function numbersSection({ motion, others }: Report): Section | null {
  if (motion === null) return null;
  const all = [motion, ...others];
  const body = html`${others.length === 0 ? facts(runFacts(motion)) : sideBySide(all)}
<div class="tables">
${invariants(all)}${claims(all)}${events(all)}</div>
`;
  return { id: "numbers", title: others.length === 0 ? "The run" : "The runs", body };
}

function runFacts(motion: Motion): (readonly [string, Html])[] {
  const { numbers } = motion;
  const end = numbers.end === numbers.to ? NOTHING : html`, ended at ${formatNumber(numbers.end)}`;
  return [
    ["Outcome", outcomeSentence(motion)],
    ["Equations", html`${inPrint(motion.form)}`],
    ["Method", html`${motion.method}`],
    ["Time", html`from ${formatNumber(numbers.from)} to ${formatNumber(numbers.to)}${end}`],
    ["Degrees of freedom", html`${numbers.freedoms}`],
    ["Tolerances", html`relative ${formatSmall(numbers.rtol)}, absolute ${formatSmall(numbers.atol)}`],
    ["Steps", html`${plural(numbers.steps, "step")}, ${formatCount(numbers.rejected)} rejected, ${plural(numbers.evaluations, "evaluation")}`],
    ["Constraints", numbers.constraints === 0 ? html`none` : html`${plural(numbers.constraints, "constraint equation")}, largest residual ${sized(numbers.residual)}`],
    ["Energy", html`largest error of the energy balance ${sized(numbers.energy_error)}`],
  ];
}

/** What is the same for all motions as facts, what is not as a table with a column for each of them. */
function sideBySide(all: readonly Motion[]): Html {
  const hasOneMethod = new Set(all.map(({ method }) => method)).size === 1;
  const shared = runFacts(all[0]!).filter(([label]) => ["Time", "Tolerances", ...(hasOneMethod ? ["Method"] : [])].includes(label));
  const row = (label: string, value: (motion: Motion) => Html): Html =>
    html`<tr><th scope="row">${label}</th>${all.map((motion) => html`<td>${value(motion)}</td>`)}</tr>\n`;
  const rows = [
    row("equations", ({ form }) => html`${inPrint(form)}`),
    ...(hasOneMethod ? [] : [row("method", ({ method }) => html`${method}`)]),
    row("outcome", ({ outcome }) => html`${outcome}`),
    row("end", ({ numbers }) => html`<i>t</i> = ${formatNumber(numbers.end)}`),
    row("degrees of freedom", ({ numbers }) => html`${numbers.freedoms}`),
    row("steps", ({ numbers }) => html`${formatCount(numbers.steps)}`),
    row("rejected steps", ({ numbers }) => html`${formatCount(numbers.rejected)}`),
    row("evaluations", ({ numbers }) => html`${formatCount(numbers.evaluations)}`),
    row("largest residual", ({ numbers }) => sized(numbers.residual)),
    row("error of the energy balance", ({ numbers }) => sized(numbers.energy_error)),
  ];
  const heads = all.map(({ name }) => html`<th scope="col">${name}</th>`);
  return html`${facts(shared)}
<div class="scroller motions"><table><thead><tr><td></td>${heads}</tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

function sized(value: number | null): Html {
  return value === null ? html`unknown` : formatSmall(value);
}

/** A table with a name in the first column. */
function table(title: string, heads: readonly Html[], rows: readonly Html[]): Html {
  if (rows.length === 0) return NOTHING;
  return html`<div class="table"><h3>${title}</h3>
<div class="scroller"><table><thead><tr>${heads}</tr></thead><tbody>
${rows}</tbody></table></div></div>
`;
}

const name = html`<th scope="col">name</th>`;
const head = (words: string): Html => html`<th scope="col" class="count">${words}</th>`;
const cell = (value: Html): Html => html`<td class="count">${value}</td>`;

/** A name, and what is said about it. */
function row(label: string, cells: readonly Html[]): Html {
  return html`<tr><th scope="row"><code>${label}</code></th>${cells}</tr>\n`;
}

/** The head of a column of one of several motions. */
const headOf = (words: string, { name: of }: Motion, all: readonly Motion[]): Html => head(all.length > 1 ? `${words}, ${of}` : words);

/** The names of what motions have, those of the first before what others add. */
function namesOf(all: readonly Motion[], key: "invariants" | "claims"): string[] {
  return [...new Set(all.flatMap((motion) => motion[key].map((one) => one.name)))];
}

function invariants(all: readonly Motion[]): Html {
  const find = (motion: Motion, label: string) => motion.invariants.find((one) => one.name === label);
  return table("Invariants", [name, head("at the start"), ...all.map((motion) => headOf("drift", motion, all))], namesOf(all, "invariants").map((label) => {
    const start = all.map((motion) => find(motion, label)).find((one) => one !== undefined)?.start;
    return row(label, [cell(formatNumber(start)), ...all.map((motion) => cell(formatSmall(find(motion, label)?.drift)))]);
  }));
}

function claims(all: readonly Motion[]): Html {
  const heads = all.flatMap((motion) => [headOf("largest error", motion, all), html`<th scope="col">verdict</th>`]);
  return table("Claims", [name, ...heads], namesOf(all, "claims").map((label) =>
    row(label, all.flatMap((motion) => verdict(motion.claims.find((one) => one.name === label), all.length > 1))),
  ));
}

/** What one of several motions does not compute, since its equations have other multipliers, neither holds nor fails. */
function verdict(claim: Motion["claims"][number] | undefined, isOneOfSeveral: boolean): Html[] {
  if (claim === undefined || (claim.error === null && isOneOfSeveral)) return [cell(formatSmall(null)), html`<td>not computed</td>`];
  return [cell(formatSmall(claim.error)), claim.holds ? html`<td>holds</td>` : html`<td class="fails">does not hold</td>`];
}

const DIRECTIONS: Record<string, string> = { rising: "rising", falling: "falling", true: "becomes true" };

function events(all: readonly Motion[]): Html {
  const of = (motion: Motion): Html => (all.length > 1 ? html`<td>${motion.name}</td>` : NOTHING);
  const heads = [name, head("t"), html`<th scope="col">direction</th>`, ...(all.length > 1 ? [html`<th scope="col">motion</th>`] : [])];
  return table("Events", heads, all.flatMap((motion) => motion.events.map((one) =>
    row(one.name, [cell(formatNumber(one.t)), html`<td>${DIRECTIONS[one.direction] ?? one.direction}</td>`, of(motion)]),
  )));
}
