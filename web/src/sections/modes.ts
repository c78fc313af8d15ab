// The modes of a steady motion: the parts of their vectors as a table, and the place where one of them is played, which src/modes fills.
import { html, NOTHING, type Html } from "../html";
import type { Mode, ModeFilm } from "../report";

/** Those that can be played. */
export const filmedModes = (modes: readonly Mode[]): Mode[] => modes.filter(({ steady, growing }) => steady !== null || growing !== null);

/** A real mode cannot but grow or decay; on the imaginary axis none does. */
export function chosenFilm({ steady, growing }: Mode, wanted: boolean): { film: ModeFilm; isGrowing: boolean } {
  const isGrowing = growing !== null && (wanted || steady === null);
  return { film: (isGrowing ? growing : steady)!, isGrowing };
}

/** With a true minus sign. */
const inMath = (text: string): string => text.replaceAll("-", "\u2212");

export function modesOf(modes: readonly Mode[]): Html {
  return modes.length === 0 ? NOTHING : html`${table(modes)}${player(filmedModes(modes))}`;
}

/** A vector with one part says nothing. */
function table(modes: readonly Mode[]): Html {
  if (modes[0]!.parts.length < 2) return NOTHING;
  const rows = modes[0]!.parts.map(([name], i) => html`<tr><th scope="row"><i>${name.replaceAll("'", "\u2032")}</i></th>${modes.map(({ parts }) => html`<td>${inMath(parts[i]![1])}</td>`)}</tr>\n`);
  return html`<p>Modes: eigenvectors, with the largest part 1.</p>
<div class="scroller modes"><table><thead><tr><th scope="col">eigenvalue</th>${modes.map(({ eigenvalue }) => html`<th scope="col">${inMath(eigenvalue)}</th>`)}</tr></thead><tbody>
${rows}</tbody></table></div>
`;
}

/** Nothing of it can be used on paper, or without a mode that can be seen. */
function player(filmed: readonly Mode[]): Html {
  if (filmed.length === 0) return NOTHING;
  const options = filmed.map(({ eigenvalue }, i) => html`<option value="${i}">${inMath(eigenvalue)}</option>`);
  return html`<figure class="wide mode-player">
<p class="mode-choice"><label>Mode of <select id="mode">${options}</select></label> <label><input type="checkbox" id="mode-grows"> grow or decay</label></p>
<div id="mode-stage" class="stage"></div>
<figcaption>The steady motion with a mode. It is far larger than the small oscillation for which it is computed; the constraints hold all the same.</figcaption>
</figure>
`;
}
