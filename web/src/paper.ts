// Paper cannot scroll: before printing, formulas that would be wider than a page are set smaller. Widths are measured in em on the screen,
// because the layout of the paper does not exist yet; style.css has the same sizes (@media print).

import { typesetNow } from "./later";

/** What A4 less its margins leaves for a formula next to its number, in em of the text. */
const PAPER_WIDTH = 40;
const SMALLEST = 0.4;

/** Formulations that were opened are printed, whichever is shown. */
function openedForms(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>(".form[data-opened]")].filter((panel) => panel.hidden);
}

/** The widest part that cannot be broken, in em of the text. */
function widthOf(formula: HTMLElement, em: number): number {
  const parts = [...formula.querySelectorAll<HTMLElement>(".katex-html > .base")];
  return Math.max(0, ...parts.map((part) => part.getBoundingClientRect().width)) / em;
}

export function wirePaper(page: HTMLElement): void {
  let shown: HTMLElement[] = [];
  let fitted: HTMLElement[] = [];
  addEventListener("beforeprint", () => {
    shown = openedForms(page);
    shown.forEach((panel) => (panel.hidden = false));
    typesetNow(page);
    const em = parseFloat(getComputedStyle(document.body).fontSize);
    const formulas = [...page.querySelectorAll<HTMLElement>(".formula > .katex-display")];
    const wide = formulas.map((formula) => ({ formula, width: widthOf(formula, em) })).filter(({ width }) => width > PAPER_WIDTH);
    fitted = wide.map(({ formula }) => formula);
    wide.forEach(({ formula, width }) => (formula.style.fontSize = `${Math.max(SMALLEST, PAPER_WIDTH / width)}em`));
  });
  addEventListener("afterprint", () => {
    shown.forEach((panel) => (panel.hidden = true));
    fitted.forEach((formula) => formula.style.removeProperty("font-size"));
  });
}
