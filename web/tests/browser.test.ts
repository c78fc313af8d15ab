// The built page in a browser, opened from disk as a reader opens it: no errors, no network, usable by mouse and keys, on a phone, on paper.
// Few pages for many checks: those of one block go over one page, one after the other.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Report } from "../src/report";
import { findChromium } from "./chromium";
import { bare, everything, HOSTILE } from "./fixtures/everything";
import { sleigh } from "./fixtures/sleigh";
import { fillPage, fillWith, readBuiltPage } from "./page";
import { copy, Visit } from "./visit";

const chromium = findChromium();
if (chromium === null) console.log("the page is not tested in a browser: there is no chromium (CHROMIUM may name one)");

declare global {
  interface Window {
    hacked?: number;
    themes?: string[];
  }
}

describe.skipIf(chromium === null)("the page in a browser", { timeout: 60000 }, () => {
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await Visit.begin(chromium!);
  }, 60000);
  afterAll(() => visit?.end());
  afterEach(() => visit.expectQuiet());

  const show = (report: Report): Promise<void> => visit.show(page, fillPage(readBuiltPage(), report));
  const tab = (name: string) => page.getByRole("tab", { name });
  const panel = () => page.getByRole("tabpanel");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  describe("with everything in it", () => {
    const report = everything();
    beforeAll(async () => {
      page = await visit.window({ colorScheme: "dark" });
      await show(report);
    }, 60000);
    afterAll(() => page.context().close());

    test("shows every section, in order, with its motion mounted", async () => {
      const titles = ["Motion", "Equations of motion", "First integrals", "Stability of the steady motion", "Analysis", "Model", "The run", "How to reproduce this page",
        "Warnings", "References"];
      expect(await page.locator("main h2").allTextContents()).toEqual(titles);
      expect(await page.locator(".contents a").allTextContents()).toEqual(titles);
      expect(await page.locator("#stage").evaluate((stage) => stage.childNodes.length)).toBeGreaterThan(0);
      expect(await page.locator("#plots").evaluate((plots) => plots.childNodes.length)).toBeGreaterThan(0);
      expect(await page.locator("#stage.failed, .motion-error").count()).toBe(0);
    });

    test("plays the mode that is chosen, growing where it can or must", async () => {
      const stage = page.locator("#mode-stage"), grows = page.locator("#mode-grows"), choice = page.locator("#mode");
      await page.waitForSelector("#mode-stage[data-ready=true][data-mode='0']");
      expect(await choice.locator("option").count()).toBe(2);
      expect(await grows.isChecked()).toBe(false);
      await grows.check();
      expect(await grows.isEnabled()).toBe(true);
      await choice.selectOption("1");
      await page.waitForSelector("#mode-stage[data-mode='1']");
      expect(await grows.isChecked()).toBe(true);
      expect(await grows.isEnabled()).toBe(false);
      expect(await stage.locator("canvas").count()).toBe(1);
      expect(await stage.locator(".motion-player").count()).toBe(1);
      await choice.selectOption("0");
      expect(await grows.isChecked()).toBe(true);
      expect(await page.locator(".motion-error").count()).toBe(0);
    });

    test("shows a formula that cannot be typeset as it is written", async () => {
      await tab("maggi").click();
      expect(await panel().locator(".untypeset").textContent()).toBe("\\nosuch{x} < 1");
      expect(await panel().locator(".katex").count()).toBe(1);
    });

    test("has on paper the picture, the formulations that were opened, and no buttons", async () => {
      await page.emulateMedia({ media: "print" });
      const isShown = (where: string) => page.locator(where).first().isVisible();
      for (const where of [".still", "#form-0 .katex", "#form-2 .katex", "h1", ".listing pre"]) expect(await isShown(where), where).toBe(true);
      for (const where of ["#stage", "#form-1", "button", ".contents", ".theme", ".skip"]) expect(await isShown(where), where).toBe(false);
      expect(await paper()).toBe("rgb(255, 255, 255)");
      expect(await page.locator(".still").evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(800);
      await page.emulateMedia({ media: "screen" });
    });

    test("switches between formulations by mouse, and typesets one when it is first shown", async () => {
      await tab("chetaev").click();
      expect(await tab("chetaev").getAttribute("aria-selected")).toBe("true");
      expect(await panel().locator(".katex").count()).toBe(4);
      expect(await page.locator("#form-1 > *").count()).toBe(0);
      await tab("voronec").click();
      await panel().getByRole("heading", { name: "The generalised equations of Voronec" }).waitFor();
      expect(await panel().count()).toBe(1);
      expect(await panel().locator(".katex").count()).toBe(8);
      expect(await panel().getAttribute("aria-labelledby")).toBe("tab-1");
      expect(await page.locator(".absent dt b").allTextContents()).toEqual(["hamilton", "routh"]);
      expect(await page.locator(".absent dd").allTextContents()).toEqual([`the constraint '${HOSTILE}' is not geometric`, "does not apply"]);
    });

    test("shows words of a model as words", async () => {
      expect(await page.title()).toBe(report.title);
      expect(await page.locator("h1").textContent()).toBe(report.title);
      expect(await page.locator("#model code .line").nth(2).textContent()).toBe(`system "${HOSTILE}"\n`);
      expect(await page.locator("#numbers table code").allTextContents()).toContain(HOSTILE);
      expect(await page.locator(".constraints code").allTextContents()).toContain(HOSTILE);
      expect(await page.locator(".motion-trail").allTextContents()).toContain(HOSTILE);
      await tab("voronec").click();
      expect(await panel().locator(".part-notes").textContent()).toContain(HOSTILE);
      expect(await page.locator("#page script, #page [onerror], #page b b").count()).toBe(0);
      expect(await page.evaluate(() => window.hacked)).toBeUndefined();
    });

    test("switches between formulations by keys", async () => {
      const chosen = () => page.locator("[role=tab][aria-selected=true]").textContent();
      await tab("chetaev").click();
      await tab("chetaev").focus();
      const steps = [
        ["ArrowRight", "voronec"], ["ArrowRight", "maggi"], ["ArrowRight", "chetaev"], ["ArrowLeft", "maggi"], ["Home", "chetaev"], ["End", "maggi"],
      ] as const;
      for (const [key, name] of steps) {
        await page.keyboard.press(key);
        expect(await chosen()).toBe(name);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      }
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("form-2");
      expect(await page.locator("[role=tab][tabindex='0']").count()).toBe(1);
    });

    test("sets formulas smaller for paper, and back", async () => {
      await tab("voronec").click();
      await tab("chetaev").click();
      const wide = page.locator("#form-1 .part-equations .katex-display").last();
      const size = () => wide.evaluate((box: HTMLElement) => box.style.fontSize);
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      expect(parseFloat(await size())).toBeLessThan(1);
      expect(await page.locator("#form-1").isVisible()).toBe(true);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      expect(await size()).toBe("");
      expect(await page.locator("#form-1").isVisible()).toBe(false);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("auto");
    });

    const model = report.model.pieces.map(([, piece]) => piece).join("");
    test("copies by the clipboard of the browser", async () => {
      await tab("voronec").click();
      expect(await copy(page, "Copy LaTeX")).toBe(report.equations[1]!.latex);
      expect(await copy(page, "Copy the model")).toBe(model);
      expect(await copy(page, "Copy the command")).toBe(report.repeat.command);
    });

    test.each([
      ["when that is refused", () => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: () => Promise.reject(new Error("refused")) } })],
      ["where there is no such thing", () => Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined })],
    ])("copies by a selection %s", async (_, spoil) => {
      await page.evaluate(spoil);
      expect(await copy(page, "Copy the model")).toBe(model);
      expect(await copy(page, "Copy LaTeX")).toBe(report.equations[1]!.latex);
    });

    test.each([320, 360, 768, 1280, 2560])("is never wider than a window of %i pixels", async (width) => {
      await page.setViewportSize({ width, height: 500 });
      for (const name of ["chetaev", "maggi", "voronec"]) {
        await tab(name).click();
        await page.evaluate(() => document.fonts.ready);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
      }
      // The long fraction scrolls in its own box.
      const wide = panel().locator(".part-equations .katex-display").last();
      expect(await wide.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
      expect(await wide.evaluate((box) => box.getBoundingClientRect().right <= innerWidth)).toBe(true);
    });
  });

  describe("of the sleigh", () => {
    beforeAll(async () => {
      const count = 'document.addEventListener("themechange", () => (window.themes ??= []).push(document.documentElement.dataset.theme ?? ""));';
      page = await visit.window({ colorScheme: "dark", viewport: { width: 1440, height: 600 } }, count);
      await show(sleigh());
    }, 60000);
    afterAll(() => page.context().close());

    test("leads by keys to the text, and from a constraint to its line", async () => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("skip");
      await page.waitForFunction(() => document.querySelector(".skip")!.getBoundingClientRect().top >= 0);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.id === "main");
      await page.locator(".constraints a").click();
      expect(await page.locator(".line:target").textContent()).toBe("constraint edge: dot(K', aside) = 0\n");
    });

    test("is dark or light as the system has it, or as the reader wants it", async () => {
      const dark = await paper();
      await page.getByRole("radio", { name: "light" }).check({ force: true });
      const light = await paper();
      expect(light).not.toBe(dark);
      await page.getByRole("radio", { name: "dark" }).check({ force: true });
      expect(await paper()).toBe(dark);
      await page.getByRole("radio", { name: "auto" }).check({ force: true });
      await page.emulateMedia({ colorScheme: "light" });
      await page.waitForFunction(() => window.themes?.length === 5);
      expect(await paper()).toBe(light);
      expect(await page.evaluate(() => window.themes)).toEqual(["auto", "light", "dark", "auto", "auto"]);
    });

    test("marks in the contents what is being read", async () => {
      const isCurrent = (title: string) =>
        page.waitForFunction((wanted) => {
          const current = [...document.querySelectorAll(".contents a[aria-current]")];
          return current.length === 1 && current[0]!.textContent === wanted;
        }, title);
      for (const title of ["Model", "How to reproduce this page"]) {
        await page.locator(".contents a", { hasText: title }).click();
        await isCurrent(title);
      }
    });
  });

  describe("without a motion", () => {
    beforeAll(async () => {
      page = await visit.window();
    }, 60000);
    afterAll(() => page.context().close());

    test("leaves out what there is not", async () => {
      await show(bare());
      expect(await page.locator("main h2").allTextContents()).toEqual(["How to reproduce this page"]);
      expect(await page.getByRole("tablist").count()).toBe(0);
    });

    test("typesets a long sheet as it comes near", async () => {
      const report = { ...everything(), motion: null };
      const [first] = report.equations;
      first!.sheet!.sections.equations = Array.from({ length: 250 }, (_, i) => ({
        name: "x", text: "", factor: "1", latex: `\\ddot{x}_{${i}} = ${"x + ".repeat(25)} \\frac{1}{2} \\sin \\theta_{${i}}`,
      }));
      await show(report);
      await panel().locator(".katex").first().waitFor();
      expect(await panel().locator(".formula").count()).toBe(252);
      expect(await panel().locator(".later").count()).toBeGreaterThan(150);
      const last = panel().locator(".part-equations .formula").last();
      await last.scrollIntoViewIfNeeded();
      await last.locator(".katex").waitFor();
      expect(await panel().locator(".later").count()).toBeGreaterThan(50);
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      expect(await panel().locator(".later").count()).toBe(0);
    });

    test.each([
      ["cut off", (data: string) => data.slice(0, data.length / 2)],
      ["missing", () => "@REPORT_DATA@"],
      ["of another version", () => '{"format": 2}'],
      ["no report", () => "[]"],
    ])("says in words when its data are %s", async (_, spoil) => {
      await visit.show(page, fillWith(readBuiltPage(), "spoilt", spoil(JSON.stringify(bare()))));
      expect(await page.locator("h1").textContent()).toBe("This report cannot be shown");
      expect(await page.locator(".why").textContent()).not.toBe("");
    });
  });
});
