// Typesetting of long sheets: hundreds of formulas, some of them pages long, would stop the browser for seconds. Of such sheets a formula
// is typeset when it comes near the window; until then an empty place of about its height stands for it. For paper all are typeset at once.
import type { Sheet } from "./sheet";
import { SECTION_KEYS } from "./sheet";
import { escapeText, formulaOrSource } from "./typeset";

/** Signs of LaTeX in a sheet that is typeset at once: some tenths of a second. */
const AT_ONCE = 30000;
const SIGNS_IN_LINE = 200;

export function isLong(sheet: Sheet): boolean {
  const formulas = [...SECTION_KEYS.flatMap((key) => sheet.sections[key]), ...sheet.assumptions];
  return formulas.reduce((sum, { latex }) => sum + latex.length, 0) > AT_ONCE;
}

/** The place of a formula that is typeset later. */
export function placeFor(latex: string): string {
  const lines = Math.ceil(latex.length / SIGNS_IN_LINE);
  return `<div class="later" style="height: ${(2 * lines).toString()}rem" data-latex="${escapeText(latex)}"></div>`;
}

function typesetPlace(place: Element): void {
  if (place instanceof HTMLElement) place.outerHTML = formulaOrSource(place.dataset.latex ?? "");
}

function placesIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(".later")];
}

/** Typesets the formulas of `root` as they come near. */
export function typesetLater(root: HTMLElement): void {
  const places = placesIn(root);
  if (places.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        typesetPlace(target);
      }
    },
    { rootMargin: "100%" },
  );
  places.forEach((place) => observer.observe(place));
}

export function typesetNow(root: ParentNode): void {
  placesIn(root).forEach(typesetPlace);
}
