// The text of the model, with numbers before its lines, which are not part of the text when it is copied.
import { html, type Html } from "../html";
import type { PieceKind, Report } from "../report";
import { copyButton, type Section } from "./section";

type Piece = readonly [PieceKind, string];

/** The pieces of each line; pieces that go over an end of a line are cut there. */
export function splitLines(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const [kind, text] of pieces) {
    text.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push([kind, part]);
    });
  }
  if (lines.length > 1 && lines.at(-1)!.length === 0) lines.pop();
  return lines;
}

export function modelText({ model }: Report): string {
  return model.pieces.map(([, text]) => text).join("");
}

export function modelSection(report: Report): Section | null {
  const lines = splitLines(report.model.pieces);
  if (modelText(report).trim() === "") return null;
  const digits = String(lines.length).length;
  const body = html`<figure class="listing">
<figcaption><code>${report.model.file}</code>${copyButton("model", "Copy the model")}</figcaption>
<pre tabindex="0" role="region" aria-label="Model text" style="--digits: ${digits}"><code>${lines.map(showLine)}</code></pre>
</figure>
`;
  return { id: "model", title: "Model", body };
}

function showLine(pieces: readonly Piece[], i: number): Html {
  const show = ([kind, text]: Piece): Html => (kind === "" ? html`${text}` : html`<span class="${kind}">${text}</span>`);
  return html`<span class="line" id="line-${i + 1}">${pieces.map(show)}
</span>`;
}
