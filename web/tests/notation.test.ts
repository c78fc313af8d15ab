// Formulas in comments of models: the notation of the language as LaTeX, which KaTeX takes in its strict mode.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

import { notationToLatex } from "../src/notation";
import { titleBlock } from "../src/sections/title";
import { typesetFormula } from "../src/typeset";

test.each([
  ["x'^2 + y'^2 = (a/b)^2*z'^2", "\\dot{x}^{2} + \\dot{y}^{2} = \\left(a/b\\right)^{2} \\, \\dot{z}^{2}"],
  ["sqrt(2*E/m)", "\\sqrt{2 \\, E/m}"],
  ["theta1 + I_D*phi''", "\\theta_{1} + I_{D} \\, \\ddot{\\phi}"],
  ["P[i]' -> -v", "\\dot{P}_{i} \\to -v"],
  ["m*g*R*cos(theta)", "m \\, g \\, R \\, \\cos \\theta"],
  ["tan(theta/2) ~ exp(-v*t/l)", "\\tan\\left(\\theta/2\\right) \\approx \\mathrm{e}^{-v \\, t/l}"],
  ["sin(phi)^2 <= 1e-10", "\\sin^{2} \\phi \\le 10^{-10}"],
  ["|P'| = C(t)", "\\left|\\dot{P}\\right| = C\\left(t\\right)"],
  ["dot(P', P') = |cross(a, b)|", "\\dot{P} \\cdot \\dot{P} = \\left|a \\times b\\right|"],
  ["E_star, q[1], ..., q[n]", "E^{*},\\; q_{1},\\; \\ldots,\\; q_{n}"],
  ["2*3/spin", "2 \\cdot 3/\\mathrm{spin}"],
  ["x^(p - 1)", "x^{p - 1}"],
  ["B.omega.z", "B_{\\omega,z}"],
])("%s is %s", (formula, latex) => {
  expect(notationToLatex(formula)).toBe(latex);
  expect(typesetFormula(latex, false)).toContain("katex");
});

test.each(["", "x +", "(x", "x)", "sqrt(x", "2 x", "\\alpha", "x ; y"])("%j is no formula", (formula) => {
  expect(() => notationToLatex(formula)).toThrow();
});

describe("comments on the page", () => {
  const markupOf = (...about: string[]): string => titleBlock({ title: "T", about: ["A. Author, 1900", ...about] }).markup;

  test("have formulas, code, lists, footnotes and DOIs", () => {
    const markup = markupOf("Let $x'$ be `--set a=$b` of doi:10.1000/a.b.", "Try:", "- `--set a=1`: one,", "- two", "Misprints: (3).");
    expect(markup).toContain('<span class="math" title="x&#39;"><span class="katex">');
    expect(markup).toContain('<code class="short">--set a=$b</code>');
    expect(markup).toContain('<a href="https://doi.org/10.1000/a.b">doi:10.1000/a.b</a>.');
    expect(markup).toMatch(/<ul><li><code class="short">--set a=1<\/code>: one,<\/li><li>two<\/li><\/ul>\s*<p class="footnote">/);
  });

  test("keep what is no formula", () => {
    expect(markupOf("It costs $5 and $6.")).toContain("It costs $5 and $6.");
    expect(markupOf("See $<b>$.")).toContain('<code class="untypeset">&lt;b&gt;</code>');
  });
});

describe("built-in models", () => {
  const program = process.env.NONHOLO ?? "";
  const names = execFileSync(program, ["list", "--names"], { encoding: "utf8" }).trim().split("\n");

  test.each(names)("%s has formulas that can be typeset", (name) => {
    const text = execFileSync(program, ["show", name], { encoding: "utf8" });
    const comment = /^(#.*\n)*/.exec(text)![0].replace(/`[^`]*`/g, "").replace(/\n# */g, " ");
    const parts = comment.split("$");
    expect(parts.length % 2).toBe(1);
    parts.filter((_, i) => i % 2 === 1).forEach((formula) => typesetFormula(notationToLatex(formula), false));
  });
});
