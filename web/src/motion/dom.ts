// Elements without HTML in strings: words of a model are only ever text.
import { typesetFormula } from "../typeset";

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** A picture of 16 by 16, of one path, in the colour of the text around it. */
export function icon(path: string, isFilled = true): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("motion-icon");
  shape.setAttribute("d", path);
  shape.setAttribute(isFilled ? "fill" : "stroke", "currentColor");
  if (!isFilled) shape.setAttribute("fill", "none");
  svg.append(shape);
  return svg;
}

/** A short stroke with a dash pattern, for legends. */
export function stroke(dash: readonly number[], width = 22): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "line");
  svg.setAttribute("viewBox", `0 0 ${width} 8`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", "8");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("x2", String(width));
  line.setAttribute("y1", "4");
  line.setAttribute("y2", "4");
  line.setAttribute("stroke", "currentColor");
  line.setAttribute("stroke-width", "2");
  line.setAttribute("stroke-dasharray", dash.join(" "));
  svg.append(line);
  return svg;
}

export function button(className: string, label: string, content: Node | string, onClick: () => void): HTMLButtonElement {
  const made = element("button", className, content);
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

/** A name typeset, when its LaTeX is given and KaTeX takes it; else as text. */
export function nameLabel(className: string, name: string, latex: string | null): HTMLElement {
  const label = element("span", className);
  try {
    if (latex === null) throw new Error("no LaTeX");
    label.innerHTML = typesetFormula(latex, false);
    label.title = name;
  } catch {
    label.textContent = name;
  }
  return label;
}
