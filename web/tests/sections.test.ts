import { describe, expect, test } from "vitest";

import { parseReport } from "../src/data";
import { html, Html } from "../src/html";
import { isLong, placeFor } from "../src/later";
import { failurePage, pageOf, sectionsOf } from "../src/page";
import type { Report } from "../src/report";
import { asEquation } from "../src/sections/analysis";
import { formPanel, isDerived } from "../src/sections/equations";
import { modelText, splitLines } from "../src/sections/model";
import { comparison, outcomeSentence, pictureUrl } from "../src/sections/motion";
import { chosenFilm } from "../src/sections/modes";
import { groundsOf, ticksBetween } from "../src/sections/stability";
import { splitAbout } from "../src/sections/title";
import { nextTab } from "../src/tabs";
import { capitalise, formatCount, formatNumber, formatSmall, inPrint, plural } from "../src/words";
import { bare, everything, HOSTILE } from "./fixtures/everything";
import { besides, rollingDisc } from "./fixtures/motion";
import { sleigh } from "./fixtures/sleigh";

const bodyOf = (report: Report, id: string): string => sectionsOf(report).find((section) => section.id === id)?.body.markup ?? "";
const SIGNS: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&#39;": "'", "&quot;": '"', "&amp;": "&" };
const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, "").replace(/&[#\w]+;/g, (sign) => SIGNS[sign] ?? sign);

describe("html", () => {
  test("escapes what is not HTML, once", () => {
    expect(html`<p title="${'"<'}">${"<&"}${1}${html`<b>${"&amp;"}</b>`}${[html`a`, html`<`]}</p>`.markup)
      .toBe('<p title="&quot;&lt;">&lt;&amp;1<b>&amp;amp;</b>a<</p>');
    expect(new Html("<i>").markup).toBe("<i>");
  });
});

describe("words", () => {
  test.each([
    [0, "0"], [0.5000375, "0.500038"], [-12.5, "−12.5"], [1234567, "1234570"], [1e7, "1 × 10<sup>7</sup>"], [4.9e-17, "4.9 × 10<sup>−17</sup>"],
    [-2.5e-11, "−2.5 × 10<sup>−11</sup>"], [0.0001, "0.0001"], [Infinity, "∞"], [-Infinity, "−∞"],
  ])("%f is written as %s", (value, markup) => {
    expect(formatNumber(value).markup.replaceAll("\u2009", " ")).toBe(markup);
  });

  test("what is no number is a dash", () => {
    for (const value of [null, undefined, NaN]) expect(textOf(formatNumber(value).markup)).toBe("–");
  });

  test("counts, small numbers, plurals, beginnings", () => {
    expect(formatCount(1234567).replaceAll("\u2009", " ")).toBe("1 234 567");
    expect(formatCount(999)).toBe("999");
    expect(textOf(formatSmall(0.123456).markup)).toBe("0.12");
    expect([plural(1, "row"), plural(0, "row"), plural(2, "entry", "entries")]).toEqual(["1 row", "0 rows", "2 entries"]);
    expect([capitalise("the"), capitalise("öre"), capitalise("")]).toEqual(["The", "Öre", ""]);
    expect(inPrint("Maggi's equations, (5)-(7), x's")).toBe("Maggi\u2019s equations, (5)\u2013(7), x's");
  });
});

describe("parseReport", () => {
  test.each([everything, sleigh, bare])("reads all of %o", (make) => {
    expect(parseReport(JSON.stringify(make()))).toEqual(make());
  });

  test("reads a sheet as `derive --as json` prints it", () => {
    const report = sleigh();
    const equations = report.equations.map((one) => {
      if (one.sheet === null) return one;
      const { sections, ...sheet } = one.sheet;
      return { ...one, sheet: { format: 1, ...sheet, ...sections } };
    });
    expect(parseReport(JSON.stringify({ ...report, equations }))).toEqual(report);
  });

  test.each([
    [{ format: 2 }, "format 2 is not known"],
    [{ title: null }, "report: title is not a string"],
    [{ about: [1] }, "report: about 1 is not a string"],
    [{ repeat: { command: null, date: null, seed: 1 } }, "report: repeat: seed is not a string"],
    [{ model: { file: "a", pieces: ["x"] } }, "report: model: pieces 1: not a kind and a text"],
    [{ analysis: { sections: [], rows: [{ name: "a", imposed: 1 }] } }, "report: analysis: rows 1: imposed is neither true nor false"],
    [{ equations: [{ form: "a", title: "b", sheet: {}, latex: null, why: null }] }, "report: equations 1: sheet: format undefined is not known"],
    [{ motion: { numbers: null } }, "report: motion: numbers: not an object"],
    [{ warnings: "x" }, "report: warnings is not a list"],
  ])("names what is wrong in %j", (changes, message) => {
    expect(() => parseReport(JSON.stringify({ ...everything(), ...changes }))).toThrow(message);
  });

  test("names a fact that is none", () => {
    const report = JSON.parse(JSON.stringify(everything())) as { analysis: { rows: { redundant: { truth: string } }[] } };
    report.analysis.rows[1]!.redundant.truth = "maybe";
    expect(() => parseReport(JSON.stringify(report))).toThrow('rows 2: redundant: truth is "maybe", not one of "yes", "no", "unknown"');
  });

  test("takes a piece of an unknown kind as plain text", () => {
    const report = { ...bare(), model: { file: "a", pieces: [["operator", "+"]] } };
    expect(parseReport(JSON.stringify(report)).model.pieces).toEqual([["", "+"]]);
  });
});

describe("the page", () => {
  test("has the sections that say something, in order", () => {
    expect(sectionsOf(everything()).map(({ id }) => id)).toEqual(["motion", "equations", "integrals", "stability", "analysis", "model", "numbers", "repeat", "warnings", "references"]);
    expect(sectionsOf(sleigh()).map(({ id }) => id)).toEqual(["motion", "equations", "analysis", "model", "numbers", "repeat"]);
    expect(sectionsOf(bare()).map(({ id }) => id)).toEqual(["repeat"]);
  });

  test("has no markup from the data", () => {
    const report = everything();
    const markup = pageOf(report).markup + report.equations.filter(isDerived).map((one, i) => formPanel(one, i).markup).join("");
    expect(markup).not.toMatch(/<script|<img src=x|<b>"|onerror="window/);
    expect(markup).toContain("&lt;script&gt;");
    expect(textOf(failurePage(HOSTILE).markup)).toContain(HOSTILE);
    expect(failurePage(HOSTILE).markup).not.toContain("<script");
  });

  test("shows a picture as a picture", () => {
    const url = pictureUrl('<svg xmlns="http://www.w3.org/2000/svg">#"&</svg>');
    expect(url).toMatch(/^data:image\/svg\+xml;charset=utf-8,[^<"#&]*$/);
  });
});

describe("title", () => {
  test.each([
    [[], null, 0],
    [["[Simple] Ex. 1"], "[Simple] Ex. 1", 0],
    [["A rolling disc."], null, 1],
    [["S. A. Chaplygin, 1911", "A sleigh."], "S. A. Chaplygin, 1911", 1],
    [["x".repeat(200), "y"], null, 2],
  ])("%j has the reference %j", (about, reference, rest) => {
    const split = splitAbout(about);
    expect(split.reference).toBe(reference);
    expect(split.paragraphs).toHaveLength(rest);
  });
});

describe("motion", () => {
  test("says how it ended", () => {
    const { motion } = sleigh();
    expect(textOf(outcomeSentence(motion!).markup)).toBe("The motion ran to its end at t = 16.");
    expect(textOf(outcomeSentence({ ...motion!, outcome: "stopped", message: "enough" }).markup)).toBe("The motion was stopped at t = 16: enough");
    expect(textOf(outcomeSentence({ ...motion!, outcome: "lost", message: null }).markup)).toBe("The motion ended (lost) at t = 16.");
    expect(bodyOf(sleigh(), "motion")).not.toContain('class="notice"');
    expect(bodyOf(everything(), "motion")).toContain('class="notice"');
  });
});

describe("equations", () => {
  test("has a tab for each formulation that there is, and the reasons for the others", () => {
    const body = bodyOf(sleigh(), "equations");
    expect(body.match(/role="tab"/g)).toHaveLength(9);
    expect(body.match(/role="tabpanel"[^>]*hidden><\/div>/g)).toHaveLength(9);
    expect(body.match(/<dt>/g)).toHaveLength(2);
    expect(textOf(body)).toContain("the constraint 'edge' is not geometric");
  });

  test("offers LaTeX where there is some", () => {
    const [first] = sleigh().equations.filter(isDerived);
    expect(formPanel(first!, 0).markup).toContain('data-copy="latex-0"');
    expect(formPanel({ ...first!, latex: null }, 0).markup).not.toContain("data-copy");
  });

  test("puts places for the formulas of long sheets", () => {
    const [first] = sleigh().equations.filter(isDerived);
    expect(isLong(first!.sheet)).toBe(false);
    const long = structuredClone(first!);
    long.sheet.sections.equations[0]!.latex = "x + ".repeat(10000) + "1";
    expect(isLong(long.sheet)).toBe(true);
    expect(formPanel(long, 0).markup).not.toContain("katex");
    expect(placeFor('"<')).toContain('data-latex="&quot;&lt;"');
  });

  test.each([["ArrowRight", 2, 0], ["ArrowRight", 0, 1], ["ArrowLeft", 0, 2], ["Home", 2, 0], ["End", 0, 2], ["a", 1, null]])("%s leads from tab %i to %o", (key, at, next) => {
    expect(nextTab(key, at, 3)).toBe(next);
  });
});

describe("analysis", () => {
  test.each([
    ["\\dot{x}", "\\dot{x} = 0"],
    ["x^2 = r^2", "x^2 = r^2"],
    ["\\sum_{i=1}^{n} x_i", "\\sum_{i=1}^{n} x_i = 0"],
  ])("%s is shown as %s", (latex, equation) => {
    expect(asEquation(latex)).toBe(equation);
  });

  test("has a row for each constraint, conditions apart, and explains its marks", () => {
    const body = bodyOf(everything(), "analysis");
    expect(body.match(/class="constraint"/g)).toHaveLength(5);
    expect(body.indexOf("not imposed")).toBeLessThan(body.indexOf("asked"));
    expect(body.indexOf("not imposed")).toBeGreaterThan(body.indexOf("ring"));
    expect(textOf(body)).toMatch(/p proved by algebra.*c certified in ball arithmetic/);
    expect(bodyOf(sleigh(), "analysis")).not.toContain("ball arithmetic");
    const line = Number(/href="#line-(\d+)"/.exec(bodyOf(sleigh(), "analysis"))?.[1]);
    expect(sleigh().model.pieces.map(([, text]) => text).join("").split("\n")[line - 1]).toMatch(/^constraint edge:/);
    expect(body).toContain('<code class="untypeset">\\frac{1 = 0</code>');
  });

  test("keeps unknown apart from no", () => {
    const body = textOf(bodyOf(everything(), "analysis"));
    expect(body).toContain("unknown");
    expect(bodyOf(everything(), "analysis")).toContain('data-label="integrable"><span class="none">unknown</span>');
  });
});

describe("model", () => {
  test("cuts pieces at the ends of lines", () => {
    expect(splitLines([["comment", "# a\n# b"], ["", "\n\nx"], ["number", "1"], ["", "\n"]])).toEqual([
      [["comment", "# a"]], [["comment", "# b"]], [], [["", "x"], ["number", "1"]],
    ]);
    expect(splitLines([])).toEqual([[]]);
  });

  test("shows the whole text, and copies it", () => {
    const report = sleigh();
    const code = /<pre[^>]*>(.*)<\/pre>/s.exec(bodyOf(report, "model"))![1]!;
    expect(textOf(code)).toBe(modelText(report));
    expect(code.match(/id="line-\d+"/g)).toHaveLength(modelText(report).trimEnd().split("\n").length);
    expect(code).toContain('<span class="keyword">coord</span>');
  });
});

describe("numbers", () => {
  test("tells steps, errors, invariants, claims and events", () => {
    const text = textOf(bodyOf(everything(), "numbers")).replaceAll("\u2009", " ");
    for (const words of ["12 345 steps, 17 rejected, 1 234 567 evaluations", "largest residual 3.2 × 10−16", "ended at 9.94", "does not hold", "becomes true"]) {
      expect(text).toContain(words);
    }
    expect(bodyOf(everything(), "numbers").match(/class="fails"/g)).toHaveLength(2);
    expect(bodyOf(sleigh(), "numbers")).not.toContain("Events");
  });
});

describe("several motions", () => {
  const first = { ...rollingDisc(), invariants: [{ name: "spin", start: 3, drift: 1e-12 }], claims: [{ name: "round", error: 1e-12, holds: true }] };
  const other = {
    ...besides(first, 150, `vakonomic ${HOSTILE}`),
    invariants: [{ name: "spin", start: 3, drift: 0.5 }, { name: "own", start: 2, drift: 0 }],
    claims: [{ name: "round", error: null, holds: false }],
    events: [{ name: "lowest", t: 1.5, direction: "falling" as const }],
  };
  const report: Report = { ...bare(), motion: first, others: [other] };
  const words = (change: object): string => textOf(comparison(first, { ...other, name: "vakonomic", difference: { ...other.difference!, ...change } }).markup).replaceAll("\u2009", " ");

  test("are read as they are written", () => {
    expect(parseReport(JSON.stringify(report))).toEqual(report);
    const wrong = (change: object): (() => Report) => () => parseReport(JSON.stringify({ ...report, others: [{ ...other, ...change }] }));
    expect(wrong({ difference: { ...other.difference, largest: "much" } })).toThrow("report: others 1: difference: largest is not a number");
    expect(wrong({ name: 7 })).toThrow("report: others 1: name is not a string");
    expect(wrong({ difference: 7 })).toThrow("report: others 1: difference: not an object");
    expect(() => parseReport(JSON.stringify({ ...report, others: null }))).toThrow("report: others is not a list");
  });

  test("say from when on they differ", () => {
    expect(words({})).toBe("vakonomic departs from chetaev: from t = 2 on the difference is visible, above 1 × 10−6 relative to the size of the coordinates. The largest difference is 0.5, in y.");
    expect(words({ visible: null, largest: 2e-10 })).toContain("vakonomic agrees with chetaev. The largest difference is 2 × 10−10, in y");
    expect(words({ visible: null, largest: 0 })).toContain("are identical, to the last digit");
    expect(textOf(comparison(first, { ...other, name: "vakonomic", difference: null }).markup)).toContain("no common times");
  });

  test("have a column each, with words that are words", () => {
    const numbers = bodyOf(report, "numbers");
    const rows = [...numbers.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, one]) => textOf(one!).replaceAll("\u2009", " ")));
    expect(rows).toContainEqual(["", "chetaev", `vakonomic ${HOSTILE}`]);
    expect(rows).toContainEqual(["steps", "100", "4 321"]);
    expect(rows).toContainEqual(["outcome", "finished", "stopped"]);
    expect(rows).toContainEqual(["spin", "3", "1 × 10−12", "0.5"]);
    expect(rows).toContainEqual(["own", "2", "–", "0"]);
    expect(rows).toContainEqual(["round", "1 × 10−12", "holds", "–", "not computed"]);
    expect(rows).toContainEqual(["lowest", "1.5", "falling", `vakonomic ${HOSTILE}`]);
    expect(numbers + bodyOf(report, "motion")).not.toContain(HOSTILE);
    expect(textOf(bodyOf(report, "motion"))).toContain(`vakonomic ${HOSTILE}: The motion was stopped at t = `);
    expect(sectionsOf(report).map(({ title }) => title)).toEqual(expect.arrayContaining(["Motions", "The runs"]));
    expect(sectionsOf({ ...report, others: [] }).map(({ title }) => title)).toEqual(expect.arrayContaining(["Motion", "The run"]));
  });
});

describe("repeat", () => {
  test("tells the command where there is one", () => {
    expect(bodyOf(sleigh(), "repeat")).toContain("<code>nonholo report sleigh -o sleigh.html</code>");
    expect(bodyOf(bare(), "repeat")).not.toContain("<pre");
    expect(textOf(bodyOf(bare(), "repeat"))).toContain("nonholo 0.1.0");
    expect(bodyOf(bare(), "repeat")).not.toContain("Date");
  });
});

describe("first integrals", () => {
  test("are left out when they were not asked for", () => {
    expect(bodyOf(sleigh(), "integrals")).toBe("");
  });

  test("are typeset with how they were proved and what they do along the motion, and nothing of a name becomes markup", () => {
    const body = bodyOf(everything(), "integrals"), text = textOf(body);
    expect(body).not.toMatch(/<script|<img/);
    expect(body.match(/class="katex-display"/g)).toHaveLength(1);
    expect(body.match(/<code class="untypeset">/g)).toHaveLength(3);
    expect(text).toContain("3 functions of the state are constant along every motion; there are at most 4 independent ones. 2 further candidates");
    expect(text).toContain("proved; energy, degree 2 in the velocities; 0.5 at the start, drift 1");
    expect(text).toContain("certified; ansatz; – at the start, drift –; when <img");
    expect(text).toContain("gauge momentum of X1/y: <img");
    expect(text).toContain("; momentum of x = 1");
    expect(text).toContain("Of the positions, their rates contain <img");
    expect(text).not.toContain("degree null");
    expect(text).toContain("undecided");
  });

  test("that nothing was found is said", () => {
    const report = everything();
    Object.assign(report.integrals!, { integrals: [], values: [], symmetries: [], linear: [], separation: null, searched: [], undecided: 0, why: null, most: 0 });
    expect(textOf(bodyOf(report, "integrals")).trim()).toBe("No function of the state was found that is constant along every motion.");
  });
});

describe("stability", () => {
  test("is left out when it was not asked for", () => {
    expect(bodyOf(sleigh(), "stability")).toBe("");
  });

  test("shows matrices, changes and a curve for each track, and nothing of a name becomes markup", () => {
    const body = bodyOf(everything(), "stability");
    expect(body).not.toContain("<script>");
    expect(body.match(/<table aria-label="[MCK]"/g)).toHaveLength(3);
    expect(body.match(/class="curve"/g)).toHaveLength(4);
    expect(body.match(/class="change"/g)).toHaveLength(2);
    expect(body.match(/class="ground-asymptotic"/g)).toHaveLength(2);
    expect(body).toContain("\u22121.5 ± 2 i");
    expect(body).toContain("a^{2} = \\frac{1}{16}");
    expect(textOf(body)).toContain("Eigenvalues over");
  });

  test("shows the parts of the modes, and lets those be played that can be seen", () => {
    const body = bodyOf(everything(), "stability");
    expect(body.match(/<option/g)).toHaveLength(2);
    expect(textOf(body)).toContain("0.5 \u2212 2 i");
    const report = everything();
    for (const mode of report.stability!.motion!.modes) mode.steady = mode.growing = null;
    expect(bodyOf(report, "stability")).not.toContain("mode-stage");
    report.stability!.motion!.modes = [];
    expect(bodyOf(report, "stability")).not.toContain("Modes");
  });

  test("a real mode grows, one on the axis does not, others as is wanted", () => {
    const [both, real] = everything().stability!.motion!.modes;
    expect(chosenFilm(both!, false).isGrowing).toBe(false);
    expect(chosenFilm(both!, true).isGrowing).toBe(true);
    expect(chosenFilm(real!, false)).toEqual({ film: real!.growing, isGrowing: true });
    expect(chosenFilm({ ...both!, growing: null }, true).isGrowing).toBe(false);
  });

  test("without a form of second order the matrix A is shown", () => {
    const report = everything();
    report.stability!.motion!.coordinates = [];
    const body = bodyOf(report, "stability");
    expect(body).toContain('aria-label="A"');
    expect(body).not.toContain('aria-label="M"');
  });

  test("the ground changes where the stability does, else half of the way", () => {
    expect(groundsOf(everything().stability!)).toEqual([
      { from: 0, to: 0.25, verdict: "asymptotically stable" }, { from: 0.25, to: 1.5, verdict: "unstable" },
      { from: 1.5, to: 2.5, verdict: "none" }, { from: 2.5, to: 3, verdict: "stable (by energy)" },
    ]);
  });

  test("ticks are round", () => {
    expect(ticksBetween(0, 10, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ticksBetween(-23, 11, 6)).toEqual([-20, -10, 0, 10]);
    expect(ticksBetween(0.1, 0.35, 5)).toHaveLength(6);
  });
});
