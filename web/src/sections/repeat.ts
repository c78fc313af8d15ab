// How to reproduce this page.
import { html, NOTHING } from "../html";
import type { Report } from "../report";
import { copyButton, facts, type Section } from "./section";

export function repeatSection({ repeat, version }: Report): Section {
  const { command, date, seed } = repeat;
  const body = html`${command === null ? NOTHING : html`<p>This command wrote the page:</p>
<figure class="listing command">
<pre tabindex="0" role="region" aria-label="Command"><code>${command}</code></pre>
${copyButton("command", "Copy the command")}
</figure>
`}${facts([
    ["Program", html`nonholo ${version}`],
    ...(date === null ? [] : [["Date", html`<time datetime="${date}">${date}</time>`] as const]),
    ["Seed", html`${seed}`],
  ])}
`;
  return { id: "repeat", title: "How to reproduce this page", body };
}
