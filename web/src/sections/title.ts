// The head of the page: the name of the system, where it comes from, what the model says about itself.
import { html, Html, NOTHING } from "../html";
import { notationToLatex } from "../notation";
import type { Report } from "../report";
import { typesetFormula } from "../typeset";

/** A first paragraph is a reference when it is short and something follows it, or when it begins like one: [Simple] Ex. 1. */
export function splitAbout(about: readonly string[]): { reference: string | null; paragraphs: readonly string[] } {
  const [first, ...rest] = about;
  const isReference = first !== undefined && first.length < 160 && (rest.length > 0 || /^\[\w+\]/.test(first));
  return isReference ? { reference: first, paragraphs: rest } : { reference: null, paragraphs: about };
}

export function titleBlock({ title, about }: Pick<Report, "title" | "about">): Html {
  const { reference, paragraphs } = splitAbout(about);
  return html`<header class="title">
<h1>${title}</h1>
${reference === null ? NOTHING : html`<p class="reference">${inline(reference)}</p>`}
<div class="about">${blocksOf(paragraphs)}</div>
</header>
`;
}

const ITEM = "- ";

/** Paragraphs, lists of those that begin with "- ", and what is misprinted elsewhere as a footnote. */
function blocksOf(paragraphs: readonly string[]): Html[] {
  const blocks: Html[] = [];
  for (let i = 0; i < paragraphs.length; ) {
    const first = paragraphs[i]!;
    const end = first.startsWith(ITEM) ? paragraphs.findIndex((words, k) => k > i && !words.startsWith(ITEM)) : i + 1;
    const block = paragraphs.slice(i, end < 0 ? undefined : end);
    if (first.startsWith(ITEM)) blocks.push(html`<ul>${block.map((words) => html`<li>${inline(words.slice(ITEM.length))}</li>`)}</ul>\n`);
    else if (/^Misprints?:/.test(first)) blocks.push(html`<p class="footnote">${inline(first)}</p>\n`);
    else blocks.push(html`<p>${inline(first)}</p>\n`);
    i += block.length;
  }
  return blocks;
}

const SHORT = 24;

/** Code between backquotes, formulas between dollar signs, a DOI; dollar signs with blanks or digits next to them are money. */
const SPECIAL = /(`[^`]+`|\$[^\s$](?:[^$]*[^\s$])?\$(?!\d)|\bdoi:10\.\d+\/[^\s;,)]*[\p{L}\d])/u;

function inline(words: string): Html[] {
  return words.split(SPECIAL).map((part, i) => {
    if (i % 2 === 0) return html`${part}`;
    if (part.startsWith("`")) return code(part.slice(1, -1));
    if (part.startsWith("$")) return formula(part.slice(1, -1));
    return html`<a href="https://doi.org/${part.slice("doi:".length)}">${part}</a>`;
  });
}

/** Short code stays in one line, and so do the words of longer code. */
function code(words: string): Html {
  return words.length <= SHORT ? html`<code class="short">${words}</code>` : html`<code>${words.split(/( +)/).map(codeWord)}</code>`;
}

function codeWord(word: string): Html {
  return word.length <= SHORT && word.trim() !== "" ? html`<span class="short">${word}</span>` : html`${word}`;
}

/** What is no formula in the notation of the language is shown as it is written. */
function formula(notation: string): Html {
  try {
    return html`<span class="math" title="${notation}">${new Html(typesetFormula(notationToLatex(notation), false))}</span>`;
  } catch {
    return html`<code class="untypeset">${notation}</code>`;
  }
}
