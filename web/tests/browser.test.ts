// The built page in a browser, opened from disk as a reader opens it: no errors, no network, usable by mouse and keys, on a phone, on paper.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Report } from "../src/report";
import { findChromium, launch } from "./chromium";
import { bare, everything, HOSTILE } from "./fixtures/everything";
import { sleigh } from "./fixtures/sleigh";
import { fillPage, fillWith, readBuiltPage } from "./page";

const chromium = findChromium();
if (chromium === null) console.log("the page is not tested in a browser: there is no chromium (CHROMIUM may name one)");

declare global {
  interface Window {
    hacked?: number;
    themes?: string[];
    words?: string[];
  }
}

describe.skipIf(chromium === null)("the page in a browser", { timeout: 60000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nonholo-page-"));
  let browser: Browser;
  let said: string[] = [];
  let asked: string[] = [];

  beforeAll(async () => {
    browser = await launch(chromium!);
  }, 60000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(said, "errors on the console").toEqual([]);
    expect(asked, "requests").toEqual([]);
    [said, asked] = [[], []];
  });

  async function openText(text: string, options: BrowserContextOptions = {}, before?: (page: Page) => Promise<unknown>): Promise<Page> {
    const file = join(folder, "page.html");
    writeFileSync(file, text);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20000);
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && request.url() !== pathToFileURL(file).href) asked.push(request.url());
    });
    await before?.(page);
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  const open = (report: Report, options?: BrowserContextOptions, before?: (page: Page) => Promise<unknown>): Promise<Page> =>
    openText(fillPage(readBuiltPage(), report), options, before);

  const tab = (page: Page, name: string) => page.getByRole("tab", { name });
  const panel = (page: Page) => page.getByRole("tabpanel");

  test("shows every section, in order, with its motion mounted", async () => {
    const page = await open(everything());
    const titles = ["Motion", "Equations of motion", "Analysis", "Model", "The run", "To repeat it", "Warnings"];
    expect(await page.locator("main h2").allTextContents()).toEqual(titles);
    expect(await page.locator(".contents a").allTextContents()).toEqual(titles);
    expect(await page.locator("#stage").evaluate((stage) => stage.childNodes.length)).toBeGreaterThan(0);
    expect(await page.locator("#plots").evaluate((plots) => plots.childNodes.length)).toBeGreaterThan(0);
    expect(await page.locator("#stage.failed").count()).toBe(0);
  });

  test("leaves out what there is not", async () => {
    const page = await open(bare());
    expect(await page.locator("main h2").allTextContents()).toEqual(["To repeat it"]);
    expect(await page.getByRole("tablist").count()).toBe(0);
  });

  test("shows words of a model as words", async () => {
    const page = await open(everything());
    expect(await page.title()).toBe(everything().title);
    expect(await page.locator("h1").textContent()).toBe(everything().title);
    expect(await page.locator("#model code .line").nth(2).textContent()).toBe(`system "${HOSTILE}"\n`);
    expect(await page.locator("#numbers table code").allTextContents()).toContain(HOSTILE);
    expect(await page.locator(".constraints code").allTextContents()).toContain(HOSTILE);
    await tab(page, "voronec").click();
    expect(await panel(page).locator(".part-notes").textContent()).toContain(HOSTILE);
    expect(await page.locator("#page script, #page [onerror], #page b b").count()).toBe(0);
    expect(await page.evaluate(() => window.hacked)).toBeUndefined();
  });

  test("switches between formulations by mouse, and typesets one when it is first shown", async () => {
    const page = await open(everything());
    expect(await tab(page, "chetaev").getAttribute("aria-selected")).toBe("true");
    expect(await panel(page).locator(".katex").count()).toBe(4);
    expect(await page.locator("#form-1 > *").count()).toBe(0);
    await tab(page, "voronec").click();
    await panel(page).getByRole("heading", { name: "The generalised equations of Voronec" }).waitFor();
    expect(await panel(page).count()).toBe(1);
    expect(await panel(page).locator(".katex").count()).toBe(8);
    expect(await panel(page).getAttribute("aria-labelledby")).toBe("tab-1");
    expect(await page.locator(".absent dt b").allTextContents()).toEqual(["hamilton", "routh"]);
    expect(await page.locator(".absent dd").allTextContents()).toEqual([`the constraint '${HOSTILE}' is not geometric`, "does not apply"]);
  });

  test("switches between formulations by keys", async () => {
    const page = await open(everything());
    const chosen = () => page.locator("[role=tab][aria-selected=true]").textContent();
    await tab(page, "chetaev").focus();
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

  test("shows a formula that cannot be typeset as it is written", async () => {
    const page = await open(everything());
    await tab(page, "maggi").click();
    expect(await panel(page).locator(".untypeset").textContent()).toBe("\\nosuch{x} < 1");
    expect(await panel(page).locator(".katex").count()).toBe(1);
  });

  test("typesets a long sheet as it comes near", async () => {
    const report = everything();
    const [first] = report.equations;
    first!.sheet!.sections.equations = Array.from({ length: 700 }, (_, i) => ({
      name: "x", text: "", factor: "1", latex: `\\ddot{x}_{${i}} = \\frac{1}{2} \\sin \\theta_{${i}}`,
    }));
    const page = await open(report);
    await panel(page).locator(".katex").first().waitFor();
    expect(await panel(page).locator(".formula").count()).toBe(702);
    expect(await panel(page).locator(".later").count()).toBeGreaterThan(400);
    const last = panel(page).locator(".part-equations .formula").last();
    await last.scrollIntoViewIfNeeded();
    await last.locator(".katex").waitFor();
    expect(await panel(page).locator(".later").count()).toBeGreaterThan(100);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await panel(page).locator(".later").count()).toBe(0);
  });

  /** What a reader gets who pastes. */
  async function pasted(page: Page): Promise<string> {
    await page.evaluate(() => {
      const area = document.createElement("textarea");
      area.id = "paste";
      document.body.append(area);
      area.focus();
    });
    await page.keyboard.press("Control+V");
    return page.locator("#paste").inputValue();
  }

  /** Clicks, and waits until the button and the place for messages have both said "Copied"; they do not say it for long. */
  async function copy(page: Page, name: string): Promise<void> {
    const button = page.getByRole("button", { name });
    await button.evaluate((one) => {
      const words: string[] = (window.words = []);
      for (const place of [one.querySelector(".copy-state")!, document.getElementById("said")!]) {
        new MutationObserver(() => words.push(place.textContent)).observe(place, { childList: true });
      }
    });
    await button.click();
    await expect.poll(() => page.evaluate(() => window.words?.filter((word) => word === "Copied").length)).toBe(2);
  }

  const copies: [string, (page: Page) => Promise<unknown>][] = [
    ["the clipboard of the browser", (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"])],
    ["a selection, without that", (page) => page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))],
    ["a selection, when that is refused", (page) => page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("refused")) } });
    })],
  ];
  test.each(copies)("copies by %s", async (_, before) => {
    const report = everything();
    const page = await open(report, {}, before);
    await tab(page, "voronec").click();
    await copy(page, "Copy LaTeX");
    expect(await pasted(page)).toBe(report.equations[1]!.latex);
    const model = report.model.pieces.map(([, piece]) => piece).join("");
    for (const [name, text] of [["Copy the model", model], ["Copy the command", report.repeat.command]] as const) {
      await page.locator("#paste").evaluate((area) => area.remove());
      await copy(page, name);
      expect(await pasted(page)).toBe(text);
    }
  });

  test.each([320, 360, 768, 1280, 2560])("is never wider than a window of %i pixels", async (width) => {
    const page = await open(everything(), { viewport: { width, height: 800 } });
    for (const name of ["chetaev", "voronec", "maggi"]) {
      await tab(page, name).click();
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
    }
    // The long fraction scrolls in its own box.
    await tab(page, "voronec").click();
    const wide = panel(page).locator(".part-equations .katex-display").last();
    expect(await wide.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    expect(await wide.evaluate((box) => box.getBoundingClientRect().right <= innerWidth)).toBe(true);
  });

  const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("is dark or light as the system has it, or as the reader wants it", async () => {
    const page = await open(sleigh(), { colorScheme: "dark" }, (one) => one.addInitScript(() => {
      document.addEventListener("themechange", () => (window.themes ??= []).push(document.documentElement.dataset.theme ?? ""));
    }));
    const dark = await paper(page);
    await page.getByRole("radio", { name: "light" }).check({ force: true });
    const light = await paper(page);
    expect(light).not.toBe(dark);
    await page.getByRole("radio", { name: "dark" }).check({ force: true });
    expect(await paper(page)).toBe(dark);
    await page.getByRole("radio", { name: "auto" }).check({ force: true });
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => paper(page)).toBe(light);
    expect(await page.evaluate(() => window.themes)).toEqual(["auto", "light", "dark", "auto", "auto"]);
  });

  test("has on paper the picture, the formulations that were opened, and no buttons", async () => {
    const page = await open(everything(), { colorScheme: "dark" });
    await tab(page, "maggi").click();
    await page.emulateMedia({ media: "print" });
    const isShown = (where: string) => page.locator(where).first().isVisible();
    for (const where of [".still", "#form-0 .katex", "#form-2 .katex", "h1", ".listing pre"]) expect(await isShown(where), where).toBe(true);
    for (const where of ["#stage", "#form-1", "button", ".contents", ".theme", ".skip"]) expect(await isShown(where), where).toBe(false);
    expect(await paper(page)).toBe("rgb(255, 255, 255)");
    expect(await page.locator(".still").evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(800);
  });

  test("sets formulas smaller for paper, and back", async () => {
    const page = await open(everything());
    await tab(page, "voronec").click();
    await tab(page, "chetaev").click();
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

  test("leads by keys to the text, and from a constraint to its line", async () => {
    const page = await open(sleigh());
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("skip");
    await expect.poll(() => page.locator(".skip").evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.locator(".constraints a").click();
    expect(await page.locator(".line:target").textContent()).toBe("constraint edge: dot(K', aside) = 0\n");
  });

  test("marks in the contents what is being read", async () => {
    const page = await open(sleigh());
    const current = () => page.locator(".contents a[aria-current]").allTextContents();
    await page.locator(".contents a", { hasText: "Model" }).click();
    await expect.poll(current).toEqual(["Model"]);
    await page.locator(".contents a", { hasText: "To repeat it" }).click();
    await expect.poll(current).toEqual(["To repeat it"]);
  });

  test.each([
    ["cut off", (data: string) => data.slice(0, data.length / 2)],
    ["missing", () => "@REPORT_DATA@"],
    ["of another version", () => '{"format": 2}'],
    ["no report", () => "[]"],
  ])("says in words when its data are %s", async (_, spoil) => {
    const page = await openText(fillWith(readBuiltPage(), "spoilt", spoil(JSON.stringify(bare()))));
    expect(await page.locator("h1").textContent()).toBe("This report cannot be shown");
    expect(await page.locator(".why").textContent()).not.toBe("");
  });
});
