// What the program warned of.
import { html } from "../html";
import type { Report } from "../report";
import type { Section } from "./section";

export function warningsSection({ warnings }: Report): Section | null {
  if (warnings.length === 0) return null;
  return { id: "warnings", title: "Warnings", body: html`<ul class="warnings">${warnings.map((words) => html`<li>${words}</li>\n`)}</ul>` };
}
