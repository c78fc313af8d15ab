// The papers that tags such as [Simple] stand for.
import { html } from "../html";
import type { Report } from "../report";
import type { Section } from "./section";

export function referencesSection({ references }: Report): Section | null {
  if (references.length === 0) return null;
  const entries = references.map(({ tag, paper }) => html`<div><dt>${tag}</dt><dd>${paper}</dd></div>`);
  return { id: "references", title: "References", body: html`<dl class="facts references">${entries}</dl>\n` };
}
