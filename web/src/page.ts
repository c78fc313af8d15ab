// The whole page as HTML, in the order in which it is read.
import { html, type Html } from "./html";
import type { Report } from "./report";
import { analysisSection } from "./sections/analysis";
import { equationsSection } from "./sections/equations";
import { integralsSection } from "./sections/integrals";
import { modelSection } from "./sections/model";
import { motionSection } from "./sections/motion";
import { numbersSection } from "./sections/numbers";
import { referencesSection } from "./sections/references";
import { stabilitySection } from "./sections/stability";
import { repeatSection } from "./sections/repeat";
import { showSection, type Section } from "./sections/section";
import { titleBlock } from "./sections/title";
import { warningsSection } from "./sections/warnings";

/** The sections that say something. */
export function sectionsOf(report: Report): Section[] {
  const makers = [motionSection, equationsSection, integralsSection, stabilitySection, analysisSection, modelSection, numbersSection, repeatSection, warningsSection, referencesSection];
  return makers.map((make) => make(report)).filter((section) => section !== null);
}

export function pageOf(report: Report): Html {
  const sections = sectionsOf(report);
  return html`${runningHead(report)}
<div class="sheet-of-paper">
<nav class="contents" aria-label="Contents"><ol>
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ol></nav>
<main id="main" tabindex="-1">
${titleBlock(report)}${sections.map(showSection)}</main>
</div>
<p id="said" class="unseen" role="status"></p>
`;
}

function runningHead({ version, repeat }: Report): Html {
  const day = repeat.date === null ? "" : `, ${repeat.date}`;
  return html`<header class="running-head">
<p><b>nonholo</b> ${version}${day}</p>
<fieldset class="theme"><legend>Theme</legend>
${["auto", "light", "dark"].map((theme) => html`<label><input type="radio" name="theme" value="${theme}"><span>${theme}</span></label>`)}
</fieldset>
</header>`;
}

/** What is shown when there is no report to show. */
export function failurePage(why: string): Html {
  return html`<main id="main" class="failure"><h1>This report cannot be shown</h1>
<p>The data in this file could not be read: the file may be truncated, edited by hand, or written by another version of the
program. Write it again with <code>nonholo report</code>.</p>
<p class="why">${why}</p></main>
`;
}
