import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";

import { parseSheets, type Sheet } from "../src/sheet";
import { escapeText, splitFragment, typesetFormula, typesetSheet } from "../src/typeset";

/** A sheet as the program prints one, with every kind of line, and words that HTML would take amiss. */
const printed = {
  format: 1,
  system: 'Skate <b>"A & B"</b>',
  form: "chetaev",
  title: "Lagrange's equations",
  reference: "[Simple] (45)",
  unknowns: ["x''", "lambda.skate"],
  signs: ["sigma"],
  constraints: [{ name: "skate", text: "x' < y'", latex: "\\dot{x} = \\dot{y}" }],
  explicit: [{ name: "x'", text: "x' = sigma*y'", latex: "\\dot{x} = \\sigma \\dot{y}" }],
  variables: [],
  velocities: [],
  definitions: [],
  coefficients: [{ name: "Tstar", text: "Tstar = m/2", latex: "T^* = \\frac{1}{2} m" }],
  equations: [
    { of: "x", text: "m*x'' = lambda.skate", latex: "m \\ddot{x} = \\lambda_{\\mathrm{skate}}", factor: "1" },
    { of: "y", text: "y'' = g", latex: "\\ddot{y} = g", factor: "z'^2/m" },
  ],
  rows: [],
  assumptions: [{ text: "m > 0", latex: "m > 0" }],
  notes: ["1 < 2"],
};

const sheetOf = (changes: object): Sheet => parseSheets(JSON.stringify({ ...printed, ...changes }))[0]!;

/** KaTeX tells of some signs only on the console: there must be nothing there. */
let warned: MockInstance<typeof console.warn>;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  expect(warned).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe("parseSheets", () => {
  test("reads one sheet and a list of them", () => {
    expect(parseSheets(JSON.stringify(printed))).toHaveLength(1);
    expect(parseSheets(JSON.stringify([printed, printed]))).toHaveLength(2);
  });

  test("keeps names, formulas and factors", () => {
    const { sections, reference } = sheetOf({});
    expect(reference).toBe("[Simple] (45)");
    expect(sections.equations.map(({ name, factor }) => [name, factor])).toEqual([["x", "1"], ["y", "z'^2/m"]]);
    expect(sections.coefficients).toEqual([
      { name: "Tstar", factor: "1", text: "Tstar = m/2", latex: "T^* = \\frac{1}{2} m" },
    ]);
  });

  test.each([
    [{ format: 2 }, "sheet 1: format 2 is not known"],
    [{ title: 3 }, "sheet 1: title is not a string"],
    [{ rows: undefined }, "sheet 1: rows is not a list"],
    [{ equations: [{ of: "x", text: "x" }] }, "sheet 1: equations 1: latex is not a string"],
    [{ equations: [{ of: "x", text: "x", latex: "x", factor: 1 }] }, "sheet 1: equations 1: factor is not a string"],
    [{ assumptions: ["m > 0"] }, "sheet 1: assumptions 1: not an object"],
    [{ notes: ["a", null] }, "sheet 1: notes 2 is not a string"],
  ])("names what is wrong in %j", (changes, message) => {
    expect(() => sheetOf(changes)).toThrow(message);
  });
});

describe("typesetFormula", () => {
  test("gives HTML and MathML", () => {
    const html = typesetFormula("\\dot{x}^2");
    expect(html).toContain('class="katex-display"');
    expect(html).toContain("<math");
    expect(typesetFormula("x", false)).not.toContain("katex-display");
  });

  test.each(["\\frac{1", "\\nosuch", "x^2^3", "\\left(x", "\\begin{align*}x"])("refuses %s and quotes it", (latex) => {
    expect(() => typesetFormula(latex)).toThrow(`in: ${latex}`);
  });

  // These are warnings of KaTeX outside of the strict mode: LaTeX does not take them.
  test.each(["é", "x % y", "\\text{é} é"])("is strict about %s", (latex) => {
    expect(() => typesetFormula(latex)).toThrow(`in: ${latex}`);
  });

  test("runs no links or pictures", () => {
    expect(typesetFormula("\\href{javascript:alert(1)}{x}")).not.toContain("href=");
  });
});

describe("splitFragment", () => {
  const one = "\\begin{align*}\nx &= 1\n\\end{align*}";
  const other = "\\begin{alignat*}{2}\n&x &&= 1\n\\end{alignat*}";
  test("finds every environment", () => {
    expect(splitFragment(`${one}\n\n${one}\n${other}\n`)).toEqual([one, one, other]);
    expect(splitFragment(" \n")).toEqual([]);
  });

  test.each([`${one} x`, `lost ${one}`, `${one}\n\\begin{align*} y`])("loses nothing of %j", (latex) => {
    expect(() => splitFragment(latex)).toThrow("outside of align*");
  });
});

describe("typesetSheet", () => {
  test("escapes all words", () => {
    expect(escapeText(`<a href='x' title="y">&amp;`)).toBe("&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;");
    const html = typesetSheet(sheetOf({ form: '"><script>', title: "<i>", reference: "<u>", unknowns: ["<s>"] }));
    expect(html).not.toMatch(/<(b|i|u|s|script)>/);
    expect(html).toContain("Skate &lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;");
    expect(html).toContain('title="x&#39; &lt; y&#39;"');
    expect(html).toContain("<p>1 &lt; 2</p>");
  });

  test("has the sections that say something, in order", () => {
    const headings = [...typesetSheet(sheetOf({})).matchAll(/<h3>(.*?)<\/h3>/g)].map((match) => match[1]);
    expect(headings).toEqual([
      "constraints",
      "explicit form",
      "coefficients",
      "equations of motion",
      "assumptions",
      "notes",
    ]);
  });

  test("typesets every formula once", () => {
    expect(typesetSheet(sheetOf({})).match(/class="katex-display"/g)).toHaveLength(6);
  });

  test("says what an equation was multiplied by, and which signs are free", () => {
    const html = typesetSheet(sheetOf({}));
    expect(html.match(/multiplied by/g)).toHaveLength(1);
    expect(html).toContain("multiplied by <code>z&#39;^2/m</code>");
    expect(html).toContain("<code>sigma</code> = ±1, the sign of the root<");
    expect(typesetSheet(sheetOf({ signs: ["s1", "s2"] }))).toContain("the signs of the roots");
    expect(typesetSheet(sheetOf({ signs: [] }))).not.toContain("±");
  });

  test("leaves out what is not there", () => {
    expect(typesetSheet(sheetOf({ reference: null }))).not.toContain('class="reference"');
  });

  test("fails on a formula that cannot be typeset", () => {
    const assumptions = [{ text: "x", latex: "\\frac" }];
    expect(() => typesetSheet(sheetOf({ assumptions }))).toThrow("in: \\frac");
  });
});
