// How the motion was computed, and how well: method, steps, errors, invariants, claims, events.
import { html, NOTHING, type Html } from "../html";
import type { Motion, Report } from "../report";
import { formatCount, formatNumber, formatSmall, inPrint, plural } from "../words";
import { outcomeSentence } from "./motion";
import { facts, type Section } from "./section";

export function numbersSection({ motion }: Report): Section | null {
  if (motion === null) return null;
  const body = html`${facts(runFacts(motion))}
<div class="tables">
${invariants(motion)}${claims(motion)}${events(motion)}</div>
`;
  return { id: "numbers", title: "The run", body };
}

function runFacts(motion: Motion): (readonly [string, Html])[] {
  const { numbers } = motion;
  const end = numbers.end === numbers.to ? NOTHING : html`, ended at ${formatNumber(numbers.end)}`;
  return [
    ["Outcome", outcomeSentence(motion)],
    ["Equations", html`${inPrint(motion.form)}`],
    ["Method", html`${motion.method}`],
    ["Time", html`from ${formatNumber(numbers.from)} to ${formatNumber(numbers.to)}${end}`],
    ["Freedoms", html`${numbers.freedoms}`],
    ["Tolerances", html`relative ${formatSmall(numbers.rtol)}, absolute ${formatSmall(numbers.atol)}`],
    ["Steps", html`${plural(numbers.steps, "step")}, ${formatCount(numbers.rejected)} rejected, ${plural(numbers.evaluations, "evaluation")}`],
    ["Constraints", numbers.constraints === 0 ? html`none` : html`${plural(numbers.constraints, "row")}, largest residual ${sized(numbers.residual)}`],
    ["Energy", html`largest error of the balance ${sized(numbers.energy_error)}`],
  ];
}

function sized(value: number | null): Html {
  return value === null ? html`not known` : formatSmall(value);
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

/** A name, a number, and what comes last. */
function row(label: string, value: Html, last: Html): Html {
  return html`<tr><th scope="row"><code>${label}</code></th>${cell(value)}${last}</tr>\n`;
}

function invariants({ invariants: all }: Motion): Html {
  return table("Invariants", [name, head("at the start"), head("drift")], all.map(
    (one) => row(one.name, formatNumber(one.start), cell(formatSmall(one.drift))),
  ));
}

function claims({ claims: all }: Motion): Html {
  return table("Claims", [name, head("largest error"), html`<th scope="col">verdict</th>`], all.map(
    (one) => row(one.name, formatSmall(one.error), one.holds ? html`<td>holds</td>` : html`<td class="fails">does not hold</td>`),
  ));
}

const DIRECTIONS: Record<string, string> = { rising: "rising", falling: "falling", true: "becomes true" };

function events({ events: all }: Motion): Html {
  return table("Events", [name, head("t"), html`<th scope="col">direction</th>`], all.map(
    (one) => row(one.name, formatNumber(one.t), html`<td>${DIRECTIONS[one.direction] ?? one.direction}</td>`),
  ));
}
