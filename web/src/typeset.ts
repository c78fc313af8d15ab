// Sheets of equations as HTML, typeset by KaTeX. KaTeX runs in its strict mode: what LaTeX itself would not take is an
// error here too, so that one source serves a page and a paper. Words from a model are escaped, never read as HTML.
import katex from "katex";

import { SECTIONS, SECTION_KEYS, type Formula, type Line, type Sheet } from "./sheet";

const HTML_SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Words as HTML that shows them, also within an attribute in quotes. */
export function escapeText(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign);
}

/** A formula as HTML with MathML next to it for screen readers. What KaTeX does not take is an error that quotes it. */
export function typesetFormula(latex: string, displayMode = true): string {
  try {
    return katex.renderToString(latex, { displayMode, strict: "error", throwOnError: true, trust: false });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nin: ${latex}`, { cause: error });
  }
}

/**
 * The align* and alignat* environments of a fragment that `derive --as latex` printed, one formula for KaTeX each. Anything else
 * between them than blanks is an error: it would be lost.
 */
export function splitFragment(latex: string): string[] {
  const environment = /\\begin\{(align|alignat)\*\}.*?\\end\{\1\*\}/gs;
  const rest = latex.replace(environment, "").trim();
  if (rest !== "") throw new Error(`outside of align*: ${rest.slice(0, 200)}`);
  return latex.match(environment) ?? [];
}

/** A formula as HTML; what KaTeX does not take is shown as it is written, so that one formula does not cost a page. */
export function formulaOrSource(latex: string, displayMode = true): string {
  try {
    return typesetFormula(latex, displayMode);
  } catch {
    return `<code class="untypeset">${escapeText(latex)}</code>`;
  }
}

/** `level`: of the headings; `typeset`: makes HTML of the LaTeX of a formula. */
export interface SheetOptions {
  level: number;
  typeset: (latex: string) => string;
}

/** A sheet as one <article>; the headings within begin at <h2>. A formula that cannot be typeset is an error. */
export function typesetSheet(sheet: Sheet): string {
  const sections = typesetSections(sheet, { level: 3, typeset: typesetFormula });
  return `<article class="sheet" data-form="${escapeText(sheet.form)}">\n${heading(sheet)}${sections}</article>\n`;
}

function heading(sheet: Sheet): string {
  const reference = sheet.reference === null ? "" : `<p class="reference">${escapeText(sheet.reference)}</p>\n`;
  const unknowns = `<p class="unknowns">unknowns: ${codes(sheet.unknowns)}</p>\n`;
  return `<h2>${escapeText(sheet.system)}</h2>\n<p>${escapeText(sheet.title)}</p>\n${reference}${unknowns}`;
}

/** Only the sections of a sheet, without its heading. */
export function typesetSections(sheet: Sheet, options: SheetOptions): string {
  const section = (key: string, title: string, items: string[], after = ""): string => {
    if (items.length === 0) return "";
    const head = `<h${options.level}>${escapeText(title)}</h${options.level}>`;
    return `<section class="part-${key}">\n${head}\n${items.join("\n")}\n${after}</section>\n`;
  };
  const lines = SECTION_KEYS.map((key) => {
    const items = sheet.sections[key].map((item) => line(item, options));
    return section(key, SECTIONS[key], items, key === "explicit" ? signs(sheet) : "");
  });
  const assumptions = sheet.assumptions.map((item) => formula(item, options));
  const notes = sheet.notes.map((note) => `<p>${escapeText(note)}</p>`);
  return [...lines, section("assumptions", "assumptions", assumptions), section("notes", "notes", notes)].join("");
}

/** The formula in the notation of the language goes with it as a tooltip: it can be copied into a model. */
function formula({ text, latex }: Formula, { typeset }: SheetOptions): string {
  return `<div class="formula" title="${escapeText(text)}">${typeset(latex)}</div>`;
}

function line(item: Line, options: SheetOptions): string {
  if (item.factor === "1") return formula(item, options);
  return `${formula(item, options)}\n<p class="factor">multiplied by ${codes([item.factor])}</p>`;
}

function signs(sheet: Sheet): string {
  if (sheet.signs.length === 0) return "";
  const one = sheet.signs.length === 1;
  return `<p class="signs">${codes(sheet.signs)} = ±1, the ${one ? "sign of the root" : "signs of the roots"}</p>\n`;
}

function codes(words: string[]): string {
  return words.map((word) => `<code>${escapeText(word)}</code>`).join(", ");
}
