// Pieces of HTML. Whatever occurs in the holes of a template is escaped unless it is HTML already, so that words from a model cannot
// become markup by an oversight.
import { escapeText } from "./typeset";

export class Html {
  constructor(readonly markup: string) {}
}

type Hole = Html | string | number | readonly Html[];

function fill(hole: Hole): string {
  if (hole instanceof Html) return hole.markup;
  if (typeof hole === "string" || typeof hole === "number") return escapeText(String(hole));
  return hole.map(({ markup }) => markup).join("");
}

/** html`<p>${words}</p>`: words are shown, HTML is kept. */
export function html(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  return new Html(parts.map((part, i) => part + (i < holes.length ? fill(holes[i]!) : "")).join(""));
}

export const NOTHING = new Html("");
