// The equations of motion: a tab for each formulation that applies, and a list of those that do not, with the reason. What a tab
// shows is typeset when it is first opened.
import { html, Html, NOTHING } from "../html";
import { isLong, placeFor } from "../later";
import type { Equations, Report } from "../report";
import type { Sheet } from "../sheet";
import { formulaOrSource, typesetSections } from "../typeset";
import { capitalise, inPrint } from "../words";
import { copyButton, type Section } from "./section";

export type Derived = Equations & { sheet: Sheet };

export function isDerived(one: Equations): one is Derived {
  return one.sheet !== null;
}

export function equationsSection({ equations }: Report): Section | null {
  if (equations.length === 0) return null;
  const derived = equations.filter(isDerived);
  const absent = equations.filter((one) => !isDerived(one));
  const body = html`${derived.length === 0 ? NOTHING : tabs(derived)}${absent.length === 0 ? NOTHING : absentForms(absent)}`;
  return { id: "equations", title: "Equations of motion", body };
}

function tabs(derived: readonly Derived[]): Html {
  return html`<div class="tabs" role="tablist" aria-label="Formulations">
${derived.map(tab)}</div>
${derived.map((_, i) => html`<div role="tabpanel" class="form" id="form-${i}" aria-labelledby="tab-${i}" tabindex="0" hidden></div>\n`)}`;
}

function tab({ form }: Derived, i: number): Html {
  return html`<button type="button" role="tab" id="tab-${i}" aria-controls="form-${i}" aria-selected="false" tabindex="-1">${form}</button>
`;
}

/** What is in the panel of a formulation. */
export function formPanel({ form, title, sheet, latex }: Derived, i: number): Html {
  const reference = sheet.reference === null ? NOTHING : html`<p class="reference">${inPrint(sheet.reference)}</p>\n`;
  const typeset = isLong(sheet) ? placeFor : formulaOrSource;
  return html`<div class="form-head">
<div><h3>${inPrint(capitalise(title))}</h3>
${reference}${unknowns(sheet.unknowns)}</div>
${latex === null ? NOTHING : copyButton(`latex-${i}`, "Copy LaTeX")}
</div>
<div class="sheet" data-form="${form}">
${new Html(typesetSections(sheet, { level: 4, typeset }))}</div>
`;
}

function unknowns(names: readonly string[]): Html {
  if (names.length === 0) return NOTHING;
  const list = names.map((name, i) => html`${i > 0 ? ", " : ""}<code>${name}</code>`);
  return html`<p class="unknowns">${names.length === 1 ? "Unknown" : "Unknowns"} ${list}</p>
`;
}

function absentForms(absent: readonly Equations[]): Html {
  return html`<div class="absent">
<h3>Formulations not shown</h3>
<dl>${absent.map(({ form, title, why }) => html`<div><dt><b>${form}</b> ${inPrint(title)}</dt><dd>${why ?? "does not apply"}</dd></div>\n`)}</dl>
</div>
`;
}
