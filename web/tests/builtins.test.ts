// Every formula that `derive` prints for a built-in model is taken by KaTeX in its strict mode: those of the JSON, which a page shows one
// by one, and the align* and alignat* of the LaTeX, which break long lines. NONHOLO is the path of the program.
import { execFile, execFileSync } from "node:child_process";
import { afterAll, describe, expect, test, vi } from "vitest";

import { parseSheets, SECTION_KEYS, type Sheet } from "../src/sheet";
import { splitFragment, typesetFormula, typesetSheet } from "../src/typeset";
import { SLOW } from "./slow";

const program = process.env.NONHOLO ?? "";
if (program === "") throw new Error("NONHOLO is not set: it is the path of the program, see ./dev web");

/** NH_LONG=1: all formulations of the slow models too, and the LaTeX of all, of which else every third has its turn. */
const isLong = (process.env.NH_LONG ?? "") !== "";
const limit = (isLong ? 1800 : 120) * 1000;

const models = execFileSync(program, ["list", "--names"], { encoding: "utf8" }).trim().split("\n");
const isWhole = (model: string): boolean => isLong || !SLOW.has(model);
const seen = { models: 0, sheets: 0, formulas: 0, environments: 0 };

function derive(model: string, format: string): Promise<string> {
  const words = ["derive", model, "--form", isWhole(model) ? "all" : "chetaev", "--as", format, "--quiet"];
  return new Promise((resolve, reject) => {
    execFile(program, words, { encoding: "utf8", maxBuffer: 2 ** 30, timeout: limit }, (error, out, said) => {
      if (error === null) resolve(out);
      else reject(new Error(`nonholo ${words.join(" ")}: ${error.killed ? "took too long" : said || error.message}`));
    });
  });
}

/** KaTeX tells of signs that its fonts do not have only on the console: while `work` runs, that is an error too. */
function withoutWarnings(work: () => void): void {
  const warn = vi.spyOn(console, "warn").mockImplementation((...words: unknown[]) => {
    throw new Error(words.join(" "));
  });
  try {
    work();
  } finally {
    warn.mockRestore();
  }
}

/** Long models take KaTeX a minute and more: in between the runner gets its turn, which else takes the worker for dead. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function formulasOf(sheet: Sheet): number {
  return SECTION_KEYS.reduce((sum, key) => sum + sheet.sections[key].length, sheet.assumptions.length);
}

afterAll(() => {
  const { models: read, sheets, formulas, environments } = seen;
  console.log(`${read} models, ${sheets} sheets: ${formulas} formulas, ${environments} environments`);
});

test("there are built-in models, and the slow ones are among them", () => {
  expect(models.length).toBeGreaterThan(1);
  expect([...SLOW].filter((model) => !models.includes(model))).toEqual([]);
});

/** The JSON of a model; returns its sheets. */
async function typesetJson(model: string): Promise<Sheet[]> {
  const sheets = parseSheets(await derive(model, "json"));
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) {
    expect(sheet.sections.equations, sheet.form).not.toEqual([]);
    withoutWarnings(() => typesetSheet(sheet));
    await breath();
    seen.formulas += formulasOf(sheet);
  }
  seen.sheets += sheets.length;
  return sheets;
}

/** The LaTeX of a model, which has the same sheets. */
async function typesetLatex(model: string, sheets: Sheet[]): Promise<void> {
  const latex = await derive(model, "latex");
  for (const { title } of sheets) expect(latex).toContain(title);
  const environments = splitFragment(latex);
  for (const environment of environments) {
    withoutWarnings(() => typesetFormula(environment));
    await breath();
  }
  seen.environments += environments.length;
}

describe.concurrent("built-in models", () => {
  test.each(models)("%s", { timeout: 2 * limit }, async (model) => {
    const sheets = await typesetJson(model);
    if (isWhole(model) && (isLong || models.indexOf(model) % 3 === 0)) await typesetLatex(model, sheets);
    seen.models += 1;
  });
});
