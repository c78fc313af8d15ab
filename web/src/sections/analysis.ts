// What is known of the system, in words, and its constraints as a table.
import { html, Html, NOTHING } from "../html";
import type { Analysis, Fact, Report, Row } from "../report";
import { formulaOrSource } from "../typeset";
import { capitalise } from "../words";
import type { Section } from "./section";

export function analysisSection({ analysis }: Report): Section | null {
  if (analysis === null || (analysis.sections.length === 0 && analysis.rows.length === 0)) return null;
  const body = html`${analysis.sections.map((section) => inWords(section, analysis.rows))}${analysis.rows.length === 0 ? NOTHING : constraintTable(analysis.rows)}`;
  return { id: "analysis", title: "Analysis", body };
}

function inWords({ title, lines }: Analysis["sections"][number], rows: readonly Row[]): Html {
  const isNamed = /^(constraints|conditions)/.test(title);
  const shown = (label: string): Html => (isNamed && isNameOf(label, rows) ? html`<code>${label}</code>` : html`${capitalise(label)}`);
  return html`${title === "" ? NOTHING : html`<h3>${capitalise(title)}</h3>\n`}<dl class="facts">${lines.map(
    ({ label, text }) => html`<div${label === "" ? html` class="unlabelled"` : NOTHING}><dt>${shown(label)}</dt><dd>${text}</dd></div>\n`,
  )}</dl>
`;
}

/** A constraint, or all rows of one: "d[1..2]". */
function isNameOf(label: string, rows: readonly Row[]): boolean {
  const whole = label.replace(/\[[^\]]*\]$/, "");
  return rows.some(({ name }) => name === label || name.startsWith(`${whole}[`));
}

const COLUMNS = ["homogeneous", "rheonomic", "redundant", "integrable"] as const;

function constraintTable(rows: readonly Row[]): Html {
  const imposed = rows.filter((row) => row.imposed);
  const others = rows.filter((row) => !row.imposed);
  return html`<h3>Constraints</h3>
<div class="scroller" role="region" aria-label="Constraints" tabindex="0"><table class="constraints">
<thead><tr>
<th scope="col">name</th><th scope="col">kind</th><th scope="col" class="count">degree</th>
${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}
<th scope="col" class="count">line</th>
</tr></thead>
${imposed.map(constraintRow)}${others.length === 0 ? NOTHING : html`<tbody><tr class="group">
<th colspan="8" scope="rowgroup">Conditions (not imposed)</th>
</tr></tbody>
${others.map(constraintRow)}`}</table></div>
${legend(rows)}`;
}

function constraintRow(row: Row): Html {
  const equation = new Html(formulaOrSource(asEquation(row.latex)));
  return html`<tbody class="constraint"><tr>
<th scope="row"><code>${row.name}</code></th>
<td data-label="kind">${row.kind}</td>
<td data-label="degree" class="count">${row.degree ?? "–"}</td>
${COLUMNS.map((name) => html`<td data-label="${name}">${factCell(row[name])}</td>\n`)}
<td data-label="line" class="count">${lineLink(row.line)}</td>
</tr>
<tr class="row-formula"><td colspan="8"><div class="formula" title="${row.text}">${equation}</div></td></tr></tbody>
`;
}

function lineLink(line: number): Html {
  return line > 0 ? html`<a href="#line-${line}">${line}</a>` : html`–`;
}

const MARKS: Record<Fact["by"], Html> = {
  proved: html`<sup class="basis" title="proved">p</sup>`,
  certified: html`<sup class="basis" title="certified">c</sup>`,
  unknown: NOTHING,
};

function factCell({ truth, by }: Fact): Html {
  if (truth === "unknown") return html`<span class="none">unknown</span>`;
  return html`<span class="fact-${truth}">${truth}</span>${MARKS[by]}`;
}

/** Only the marks that occur in the table are explained. */
function legend(rows: readonly Row[]): Html {
  const given = new Set(rows.flatMap((row) => COLUMNS.map((name) => row[name])).filter(({ truth }) => truth !== "unknown").map(({ by }) => by));
  const words = [
    ...(given.has("proved") ? [html`<sup>p</sup> proved by algebra, for all parameter values except a set of lower dimension`] : []),
    ...(given.has("certified") ? [html`<sup>c</sup> certified in ball arithmetic, for the parameter values of the model`] : []),
  ];
  return words.length === 0 ? NOTHING : html`<p class="legend">${words.map((word, i) => html`${i > 0 ? "; " : ""}${word}`)}.</p>\n`;
}

/** A row is what is 0; some come with the sign of equality outside of all braces already. */
export function asEquation(latex: string): string {
  let depth = 0;
  for (const sign of latex) {
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (sign === "=" && depth === 0) return latex;
  }
  return `${latex} = 0`;
}
