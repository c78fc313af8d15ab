// First integrals with how they were proved and how far they move along the motion; symmetries, linear equations, and what was searched.
import { Html, html, NOTHING } from "../html";
import type { Integrals, Report } from "../report";
import { formulaOrSource } from "../typeset";
import { capitalise, formatNumber, formatSmall, plural } from "../words";
import type { Section } from "./section";

/** A longer formula is shown in the notation of the language, in which lines break. */
const MOST_LATEX = 1500;

export function integralsSection({ integrals, motion }: Report): Section | null {
  if (integrals === null) return null;
  const body = html`<p>${summary(integrals)}</p>
${listOf(integrals)}${motion === null || integrals.integrals.length === 0 ? NOTHING : html`<p class="legend">The changes along the motion are drawn in Figure 2, relative to the largest value of each, or to 1.</p>\n`}${symmetriesOf(integrals)}${separationOf(integrals)}${linearOf(integrals)}${searchedOf(integrals)}`;
  return { id: "integrals", title: "First integrals", body };
}

function summary({ integrals, most, undecided, why }: Integrals): string {
  const found = integrals.length === 0 ? "No function of the state was found that is constant along every motion" : `${capitalise(plural(integrals.length, "function"))} of the state ${integrals.length === 1 ? "is" : "are"} constant along every motion`;
  const bound = most > 0 ? `; there are at most ${most} independent ones` : "";
  const open = undecided > 0 ? ` ${plural(undecided, "further candidate")} could not be decided.` : "";
  return `${found}${bound}.${open}${why === null ? "" : ` Only energy, momenta and functions of positions were tried: ${why}.`}`;
}

function formula(text: string, latex: string): Html {
  if (latex.length > MOST_LATEX) return html`<div class="formula"><code class="untypeset">${text}</code></div>`;
  return html`<div class="formula" title="${text}">${new Html(formulaOrSource(latex))}</div>`;
}

function listOf({ integrals, values }: Integrals): Html {
  const items = integrals.map(({ text, latex, degree, by, from, when, where, ...rest }, i) => {
    const value = values[i] ?? null;
    const words = [from, ...(degree === null ? [] : [`degree ${degree} in the velocities`])].join(", ");
    const along = value === null ? NOTHING : html`; ${formatNumber(value.start)} at the start, drift ${formatSmall(value.drift)}`;
    return html`<li>${formula(text, latex)}
<p class="about-integral"><b>${by}</b>; ${words}${along}${when === null ? NOTHING : html`; when <code>${when}</code>`}${where === null ? NOTHING : html`; where ${where}`}${momentumOf(from, rest)}</p></li>
`;
  });
  return items.length === 0 ? NOTHING : html`<ol class="integrals">
${items}</ol>
`;
}

type Field = Pick<Integrals["integrals"][number], "field" | "generators" | "gauge">;

/** The field of which the integral is the momentum, where that is more than its origin says. */
function momentumOf(from: string, { field, generators, gauge }: Field): Html {
  const names = [generators, field].filter((name) => name !== null);
  if (names.length === 0 || (from.startsWith("momentum of ") && !gauge)) return NOTHING;
  return html`; ${gauge ? "gauge momentum" : "momentum"} of ${names.map((name, i) => html`${i > 0 ? ": " : ""}<code>${name}</code>`)}`;
}

function separationOf({ separation }: Integrals): Html {
  if (separation === null) return NOTHING;
  const { quasi, rates, positions, by } = separation;
  return html`<h3>Quasi-velocities that separate</h3>
<p>Of the positions, their rates contain ${positions === "" ? "none" : html`<code>${positions}</code>`} (${by}).</p>
<ul>${quasi.map((one, i) => html`<li><code>${one}</code>, <code>${rates[i] ?? ""}</code></li>`)}</ul>
`;
}

function symmetriesOf({ symmetries, commutators }: Integrals): Html {
  if (symmetries.length === 0) return NOTHING;
  const rows = symmetries.map(({ text, latex, momentum, rate, by }, i) => html`<tr><th scope="row"><i>X</i><sub>${i + 1}</sub></th>
<td title="${text}">${new Html(formulaOrSource(latex, false))}</td><td><code>${momentum}</code></td><td>${rate === null ? NOTHING : html`<code>${rate}</code>`}</td><td>${by ?? "undecided"}</td></tr>
`);
  return html`<h3>Symmetries of the Lagrangian and of the constraints</h3>
<div class="scroller" role="region" aria-label="Symmetries" tabindex="0"><table><thead><tr><td></td><th scope="col">field (proved)</th><th scope="col">momentum J</th><th scope="col">J\u2032</th><th scope="col">verdict</th></tr></thead><tbody>
${rows}</tbody></table></div>
${commutators.length === 0 ? NOTHING : html`<p>${commutators.map((one, i) => html`${i > 0 ? "; " : ""}<code>${one}</code>`)}</p>\n`}`;
}

function linearOf({ linear }: Integrals): Html {
  if (linear.length === 0) return NOTHING;
  return html`<h3>Linear equations</h3>
${linear.map(({ variable, equations, second_order, special }) => html`<p>In <code>${variable}</code> (proved); their solutions give ${plural(equations.length, "first integral")}:</p>
<ul>${[...equations, ...(second_order === null ? [] : [second_order])].map((one) => html`<li><code>${one}</code></li>`)}</ul>
${special === null ? NOTHING : html`<p>This is ${special}.</p>\n`}`)}`;
}

function searchedOf({ searched }: Integrals): Html {
  if (searched.length === 0) return NOTHING;
  return html`<details class="searched"><summary>What was searched</summary>
<ul>${searched.map((one) => html`<li>${one}</li>\n`)}</ul></details>
`;
}
