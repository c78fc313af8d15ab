// Reports as the program writes them, opened from disk: of some models, and of one whose words look like HTML. NONHOLO is the path of the
// program; with NH_LONG=1 the reports of all built-in models are gone over.
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { parseReport } from "../src/data";
import type { Report } from "../src/report";
import { findChromium } from "./chromium";
import { chartsSay, copy, timeOf, untilTime, Visit } from "./visit";

const program = process.env.NONHOLO ?? "";
if (program === "") throw new Error("NONHOLO is not set: it is the path of the program, see ./dev web");

const chromium = findChromium();
const isLong = (process.env.NH_LONG ?? "") !== "";
const limit = (isLong ? 1800 : 120) * 1000;
const HOSTILE = fileURLToPath(new URL("fixtures/hostile.nh", import.meta.url));
const QUICK = ["leibniz", "rolling-disc", "sleigh", "planar-chain"];
const models = isLong ? execFileSync(program, ["list", "--names"], { encoding: "utf8" }).trim().split("\n") : QUICK;

async function nonholo(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { encoding: "utf8", maxBuffer: 2 ** 30, timeout: limit });
  return stdout;
}

describe.skipIf(chromium === null)("reports of the program", { timeout: 2 * limit }, () => {
  let visit: Visit;
  let page: Page;
  let phone: Page;

  beforeAll(async () => {
    visit = await Visit.begin(chromium!);
    page = await visit.window({ colorScheme: "light" });
    phone = await visit.window({ colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  }, 60000);
  afterAll(() => visit?.end());
  afterEach(() => visit.expectQuiet());

  /** Writes the report of a model; returns where it is and what is in it. */
  async function write(model: string, ...options: string[]): Promise<{ file: string; report: Report }> {
    const file = join(visit.folder, `${[model, ...options].join("-").replace(/\W+/g, "-")}.html`);
    await nonholo("report", model, ...options, "-o", file, "--quiet");
    const data = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8"));
    return { file, report: parseReport(data![1]!) };
  }

  const written = new Map<string, ReturnType<typeof write>>();
  function writeOnce(model: string): ReturnType<typeof write> {
    const known = written.get(model) ?? write(model);
    written.set(model, known);
    return known;
  }

  /** The picture of the stage, once what was asked for is drawn. */
  async function picture(): Promise<Buffer> {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page.locator(".motion-view").screenshot();
  }

  async function checkPlayer({ motion }: Report): Promise<void> {
    const { from, end } = motion!.numbers;
    const near = 1e-6 * Math.abs(end - from);
    for (const part of [0, 0.5, 1]) {
      const wanted = from + part * (end - from);
      await page.fill(".motion-slider", String(10000 * part));
      await untilTime(page, wanted - near, wanted + near);
      expect(await chartsSay(page, "cursor")).toEqual([await timeOf(page)]);
    }
    await page.fill(".motion-slider", "0");
    await page.click(".motion-play");
    await page.waitForFunction((start) => Number(document.getElementById("stage")!.dataset.time) !== start, from);
    await page.click(".motion-play");
    await page.waitForSelector("#stage[data-playing=false]");
    const cursor = await timeOf(page);
    expect(await chartsSay(page, "cursor")).toEqual([cursor]);
    const chart = page.locator(".motion-chart .u-over").first();
    await chart.press("ArrowRight");
    await page.waitForFunction((before) => Number(document.getElementById("stage")!.dataset.time) !== before, cursor);
  }

  async function checkZoom({ motion }: Report): Promise<void> {
    const chart = page.locator(".motion-chart .u-over").first();
    await chart.scrollIntoViewIfNeeded();
    const box = (await chart.boundingBox())!;
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + box.width / 4, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 50, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.locator(".motion-whole").waitFor();
    const [low, high] = [await chartsSay(page, "xMin"), await chartsSay(page, "xMax")];
    expect([low.length, high.length]).toEqual([1, 1]);
    const { from, end } = motion!.numbers;
    expect((high[0]! - low[0]!) / Math.abs(end - from)).toBeCloseTo(0.25, 1);
    await page.mouse.dblclick(box.x + 30, box.y + 40);
    await page.locator(".motion-whole").waitFor({ state: "hidden" });
    expect([...(await chartsSay(page, "xMin")), ...(await chartsSay(page, "xMax"))]).toEqual([Math.min(from, end), Math.max(from, end)]);
    if ((await page.locator(".motion-view").count()) === 0) return;
    await page.focus(".motion-view");
    await page.keyboard.press("+");
    await page.waitForSelector('.motion-view[data-zoom="1.200"]');
    await page.keyboard.press("0");
    await page.waitForSelector('.motion-view[data-zoom="1.000"]');
  }

  /** The first and the last formulation: what is copied is what `derive` prints. */
  async function checkForms(model: string, { equations }: Report): Promise<void> {
    const derived = equations.filter(({ sheet }) => sheet !== null);
    expect(await page.getByRole("tab").allTextContents()).toEqual(derived.map(({ form }) => form));
    for (const { form, title } of new Set([derived[0]!, derived[derived.length - 1]!])) {
      await page.getByRole("tab", { name: form, exact: true }).click();
      const heading = page.getByRole("tabpanel").locator("h3").first();
      expect((await heading.textContent())!.toLowerCase().replaceAll("’", "'")).toContain(title.toLowerCase());
      expect(await page.getByRole("tabpanel").locator(".katex").count()).toBeGreaterThan(0);
      expect(await copy(page, "Copy LaTeX")).toBe(await nonholo("derive", model, "--form", form, "--as", "latex", "--quiet"));
    }
    expect(await page.locator(".untypeset").count()).toBe(0);
  }

  async function checkThemes(): Promise<void> {
    const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const hasStage = (await page.locator(".motion-view").count()) > 0;
    const light = await paper();
    const before = hasStage ? await picture() : null;
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await paper()).not.toBe(light);
    if (before !== null) expect((await picture()).equals(before)).toBe(false);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await paper()).toBe(light);
    if (before !== null) await expect.poll(async () => (await picture()).equals(before), { timeout: 10000 }).toBe(true);
  }

  async function checkPhone(file: string): Promise<void> {
    await visit.open(phone, file);
    await phone.evaluate(() => document.fonts.ready);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await phone.locator(".motion-error, .failure").count()).toBe(0);
  }

  test.each(models)("%s", async (model) => {
    const { file, report } = await writeOnce(model);
    await visit.open(page, file);
    expect(await page.title()).toBe(report.title);
    expect(await page.locator("h1").textContent()).toBe(report.title);
    expect(await page.locator(".motion-error, .failure, .failed").count()).toBe(0);
    if (report.motion !== null) {
      await checkThemes();
      await checkPlayer(report);
      await checkZoom(report);
    }
    if (report.equations.some(({ sheet }) => sheet !== null)) await checkForms(model, report);
    await checkPhone(file);
  });

  test("of leibniz: a curve that lies on another is dashed: both are seen", async () => {
    await visit.open(page, (await writeOnce("leibniz")).file);
    const strokes = await page.locator(".motion-chart").first().locator(".motion-curve line").evaluateAll((lines) => lines.map((line) => line.getAttribute("stroke-dasharray")));
    expect(strokes).toEqual(["", "9 9", ""]);
  });

  test("of leibniz: the ground is not cut by the edge of the picture", async () => {
    const shot = (await picture()).toString("base64");
    // Colours along the lower edge and the sides, some pixels from the border; a window without a page may read pixels.
    const blank = await page.context().newPage();
    const colours = await blank.evaluate(async (png) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawing = canvas.getContext("2d")!;
      drawing.drawImage(image, 0, 0);
      const found = (x: number, y: number, width: number, height: number): string[] => {
        const { data } = drawing.getImageData(x, y, width, height);
        return [...new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join()))];
      };
      const [w, h] = [image.width, image.height];
      return { edge: [...new Set([...found(12, h - 4, w - 24, 1), ...found(3, 12, 1, h - 24), ...found(w - 4, 12, 1, h - 24)])], all: found(12, 12, w - 24, h - 24).length };
    }, shot);
    await blank.close();
    expect(colours.edge).toHaveLength(1);
    expect(colours.all).toBeGreaterThan(20);
  });

  test("of incline-skate by two formulations: both motions are there, and where they part", async () => {
    const { file, report } = await write("incline-skate", "--forms", "chetaev,vakonomic");
    const { visible, largest, times } = report.others[0]!.difference!;
    expect(times).toBe(report.motion!.times); // compared at every frame of the first
    expect([visible! > 0 && visible! < report.motion!.numbers.end, largest > 0.01]).toEqual([true, true]);
    await visit.open(page, file);
    expect(await page.locator(".motion-error, .failure, .failed").count()).toBe(0);
    expect(await page.locator(".motion-member-name").allTextContents()).toEqual(["chetaev", "vakonomic"]);
    expect(await page.locator(".comparisons").textContent()).toContain("vakonomic departs from chetaev");
    await checkPlayer(report);
    await checkPhone(file);
  });

  test("words of a model that look like HTML are words", async () => {
    const { file, report } = await write(HOSTILE);
    const text = readFileSync(HOSTILE, "utf8");
    await visit.open(page, file);
    expect(report.title).toMatch(/^<img src=x onerror=alert\(3\)> <\/script><script>.*@REPORT_DATA@ \$\{html\} \$& \$1$/);
    expect(await page.title()).toBe(report.title);
    expect(await page.locator("h1").textContent()).toBe(report.title);
    const lines = await page.locator("#model code .line").allTextContents();
    expect(lines.join("")).toBe(text);
    expect(await copy(page, "Copy the model")).toBe(text);
    expect(await page.locator(".title").textContent()).toContain('<i onclick="alert(2)">this</i>, &lt;that&gt; and <u>code</u>.');
    expect(await page.locator("#page script, #page iframe, #page [onerror], #page [onclick], #page [onmouseover], #page img:not(.still, .print-picture)").count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    await checkPhone(file);
  });
});
