// The colours of the page: text can be read, curves can be seen, and curves can be told apart, also by people who are colour-blind.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../src/style.css", import.meta.url), "utf8");

type Tokens = Record<string, string>;

/** The custom properties of the rule that begins with `selector`, where it stands for the n-th time. */
function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,6});/g)].map((match) => [match[1]!, match[2]!]));
}

const light = tokensOf(":root");
const dark = tokensOf(':root[data-theme="dark"]');

type Triple = [number, number, number];

/** The linear parts of a colour. */
function linear(hex: string): Triple {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!;
  return digits.map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

const dot = (row: Triple, [r, g, b]: Triple): number => row[0] * r + row[1] * g + row[2] * b;

/** As WCAG defines it. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((hex) => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}

/** How colours look to people, after Machado, Oliveira and Fernandes (2009), at full severity. */
const EYES: Record<string, [Triple, Triple, Triple]> = {
  common: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** CIE L*a*b* of a colour as such eyes see it. */
function lab(hex: string, eyes: readonly Triple[]): Triple {
  const seen = eyes.map((row) => Math.min(1, Math.max(0, dot(row, linear(hex))))) as Triple;
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [
    f(dot([0.4124, 0.3576, 0.1805], seen) / 0.9505), f(dot([0.2126, 0.7152, 0.0722], seen)), f(dot([0.0193, 0.1192, 0.9505], seen) / 1.089),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const series = (tokens: Tokens): string[] => Array.from({ length: 8 }, (_, i) => tokens[`--series-${i}`]!);

test("both ways to be dark are the same", () => {
  expect(tokensOf('  :root:not([data-theme="light"])')).toEqual(dark);
  expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
});

describe.each([["light", light], ["dark", dark]])("%s", (_, tokens) => {
  const grounds = [tokens["--paper"]!, tokens["--panel"]!];

  test.each(["--ink", "--ink-soft", "--accent", "--series-0", "--series-2"])("text in %s can be read", (name) => {
    for (const ground of grounds) expect(contrast(tokens[name]!, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(series(tokens))("a curve in %s can be seen", (colour) => {
    for (const ground of grounds) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(EYES))("%s eyes tell all curves apart", (_name, eyes) => {
    const seen = series(tokens).map((colour) => lab(colour, eyes));
    const distances = seen.flatMap((one, i) => seen.slice(0, i).map((other) => Math.hypot(...one.map((value, k) => value - other[k]!))));
    expect(Math.min(...distances)).toBeGreaterThan(12);
  });
});
