// The head of the page: the name of the system, where it comes from, what the model says of itself.
import { html, NOTHING, type Html } from "../html";
import type { Report } from "../report";

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
${reference === null ? NOTHING : html`<p class="reference">${reference}</p>`}
<div class="about">${paragraphs.map((words) => html`<p>${withCode(words)}</p>\n`)}</div>
</header>
`;
}

const SHORT = 24;

/** What stands between `such signs` in a comment is code; short code stays in one line, and so do the words of longer code. */
function withCode(words: string): Html[] {
  return words.split(/`([^`]+)`/).map((part, i) => {
    if (i % 2 === 0) return html`${part}`;
    return part.length <= SHORT ? html`<code class="short">${part}</code>` : html`<code>${part.split(/( +)/).map(codeWord)}</code>`;
  });
}

function codeWord(word: string): Html {
  return word.length <= SHORT && word.trim() !== "" ? html`<span class="short">${word}</span>` : html`${word}`;
}
