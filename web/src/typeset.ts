// Sheets of equations as HTML, typeset by KaTeX. KaTeX runs in its strict mode: what LaTeX itself would not take is an
// error here too, so that one source serves a page and a paper. Words from a model are escaped, never read as HTML.
import katex from "katex";

import { SECTIONS, SECTION_KEYS, type Formula, type Line, type Sheet } from "./sheet";

const HTML_SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Words as HTML that shows them, also within an attribute in quotes. */
export function escapeText(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign);
}

/** A formula as HTML with MathML beside it for screen readers. What KaTeX does not take is an error that quotes it. */
export function typesetFormula(latex: string, displayMode = true): string {
  try {
    return katex.renderToString(latex, { displayMode, strict: "error", throwOnError: true, trust: false });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nin: ${latex}`, { cause: error });
  }
}

/**
 * The align* environments of a fragment that `derive --as latex` printed, one formula for KaTeX each. Anything else
 * between them than blanks is an error: it would be lost.
 */
export function splitFragment(latex: string): string[] {
  const environment = /\\begin\{align\*\}.*?\\end\{align\*\}/gs;
  const rest = latex.replace(environment, "").trim();
  if (rest !== "") throw new Error(`outside of align*: ${rest.slice(0, 200)}`);
  return latex.match(environment) ?? [];
}

/** A sheet as one <article>; the headings within begin at <h2>. */
export function typesetSheet(sheet: Sheet): string {
  const parts = [
    heading(sheet),
    ...SECTION_KEYS.map((key) => section(SECTIONS[key], sheet.sections[key].map(line), key === "explicit" ? signs(sheet) : "")),
    section("assumptions", sheet.assumptions.map(formula)),
    section("notes", sheet.notes.map((note) => `<p>${escapeText(note)}</p>`)),
  ];
  return `<article class="sheet" data-form="${escapeText(sheet.form)}">\n${parts.join("")}</article>\n`;
}

function heading(sheet: Sheet): string {
  const reference = sheet.reference === null ? "" : `<p class="reference">${escapeText(sheet.reference)}</p>\n`;
  const unknowns = `<p class="unknowns">unknowns: ${codes(sheet.unknowns)}</p>\n`;
  return `<h2>${escapeText(sheet.system)}</h2>\n<p>${escapeText(sheet.title)}</p>\n${reference}${unknowns}`;
}

/** A section without items is left out. */
function section(title: string, items: string[], after = ""): string {
  if (items.length === 0) return "";
  return `<section>\n<h3>${escapeText(title)}</h3>\n${items.join("\n")}\n${after}</section>\n`;
}

/** The formula in the notation of the language goes with it as a tooltip: it can be copied into a model. */
function formula({ text, latex }: Formula): string {
  return `<div class="formula" title="${escapeText(text)}">${typesetFormula(latex)}</div>`;
}

function line(item: Line): string {
  if (item.factor === "1") return formula(item);
  return `${formula(item)}\n<p class="factor">multiplied by ${codes([item.factor])}</p>`;
}

function signs(sheet: Sheet): string {
  if (sheet.signs.length === 0) return "";
  const one = sheet.signs.length === 1;
  return `<p class="signs">${codes(sheet.signs)} = ±1, the ${one ? "sign of the root" : "signs of the roots"}</p>\n`;
}

function codes(words: string[]): string {
  return words.map((word) => `<code>${escapeText(word)}</code>`).join(", ");
}
