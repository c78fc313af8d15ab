// A section of the page: what it is called, where it is, what is in it.
import { html, type Html } from "../html";

export interface Section {
  id: string;
  title: string;
  body: Html;
}

export function showSection({ id, title, body }: Section): Html {
  return html`<section id="${id}" class="section" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`;
}

/** A button that copies what the page keeps under the name `from`. */
export function copyButton(from: string, label: string): Html {
  const parts = html`<span class="copy-label">${label}</span><span class="copy-state" aria-hidden="true"></span>`;
  return html`<button type="button" class="copy" data-copy="${from}">${parts}</button>`;
}

/** Pairs of a quiet label and what is to be said about it. */
export function facts(pairs: readonly (readonly [string, Html])[]): Html {
  return html`<dl class="facts">${pairs.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}
