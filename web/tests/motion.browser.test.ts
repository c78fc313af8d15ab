// The motion in a real browser, in the built page; states of the page are waited for, never time. Few pages for many checks: those of one
// block go over one page, one after the other.
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Motion, OtherMotion } from "../src/report";
import { findChromium } from "./chromium";
import { bare } from "./fixtures/everything";
import { apart, backwards, besides, everything, rollingDisc, still, turntable } from "./fixtures/motion";
import { fillPage, readBuiltPage } from "./page";
import { chartsSay, timeOf, untilTime, Visit } from "./visit";

const chromium = findChromium();
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NO_WEBGL =
  "HTMLCanvasElement.prototype.getContext = (get => function (kind, ...rest) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); })(HTMLCanvasElement.prototype.getContext);";
const COUNTED =
  "globalThis.requestAnimationFrame = (ask => (f) => { globalThis.asked = (globalThis.asked ?? 0) + 1; return ask(f); })(globalThis.requestAnimationFrame);";

describe.skipIf(chromium === null)("a motion in a browser", { timeout: 60_000 }, () => {
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await Visit.begin(chromium!);
  }, 60_000);
  afterAll(() => visit?.end());
  afterEach(() => visit.expectQuiet(/context lost/i));

  /** The page of these checks: the motion, and nothing else. */
  const onPage = (motion: () => Motion, options: BrowserContextOptions = {}, script?: string, besidesIt: (first: Motion) => OtherMotion[] = () => []): void => {
    beforeAll(async () => {
      const first = motion();
      page = await visit.window(options, script);
      await visit.show(page, fillPage(readBuiltPage(), { ...bare(), picture: PICTURE, motion: first, others: besidesIt(first) }));
    }, 60_000);
    afterAll(() => page.context().close());
  };

  describe("with every kind of figure", () => {
    onPage(everything);

    test("stands still at a telling moment for those who want it; play advances, pause stops", async () => {
      expect(await page.getAttribute("#stage", "data-playing")).toBe("false");
      expect(await page.getAttribute("#stage", "data-frames")).toBe("240");
      const start = await timeOf(page);
      expect(start).toBeCloseTo(8.4);
      await page.click(".motion-play");
      await page.waitForSelector("#stage[data-playing=true]");
      await untilTime(page, start + 0.2, 12);
      await page.click(".motion-play");
      await page.waitForSelector("#stage[data-playing=false]");
    });

    test("keys of the stage: space, comma, full stop", async () => {
      await page.focus(".motion-view");
      const before = await timeOf(page);
      await page.keyboard.press(".");
      await untilTime(page, before + 1e-9, before + 0.2);
      const frame = await timeOf(page);
      await page.keyboard.press(",");
      await page.keyboard.press(",");
      await untilTime(page, before - 0.2, frame - 1e-6);
      await page.keyboard.press("Space");
      await page.waitForSelector("#stage[data-playing=true]");
      await page.keyboard.press("Space");
      await page.waitForSelector("#stage[data-playing=false]");
    });

    test("the slider moves the line in all charts", async () => {
      await page.fill(".motion-slider", "2500");
      await untilTime(page, 3, 3);
      expect(await chartsSay(page, "cursor")).toEqual([3]);
      expect(await page.getAttribute(".motion-slider", "aria-valuetext")).toBe("t = 3.00");
      expect(await page.textContent(".motion-time")).toBe("t = 3.00");
      await page.focus(".motion-slider");
      await page.keyboard.press("ArrowRight");
      await untilTime(page, 3.11, 3.13);
    });

    test("pressing and dragging on a chart moves the animation; so do its keys", async () => {
      const chart = page.locator(".motion-chart .u-over").first();
      await chart.scrollIntoViewIfNeeded();
      const box = (await chart.boundingBox())!;
      await page.mouse.move(box.x + box.width / 4, box.y + 40);
      await page.mouse.down();
      await untilTime(page, 2.9, 3.1);
      await page.mouse.move(box.x + box.width / 2, box.y + 40);
      await untilTime(page, 5.9, 6.1);
      await page.mouse.up();
      expect(await chartsSay(page, "cursor")).toEqual([await timeOf(page)]);
      const before = await timeOf(page);
      await chart.press("ArrowLeft");
      await untilTime(page, before - 0.13, before - 0.11);
    });

    test("looking closer in one chart does so in all, and a double click goes back", async () => {
      const chart = page.locator(".motion-chart .u-over").first();
      await chart.scrollIntoViewIfNeeded();
      const box = (await chart.boundingBox())!;
      await page.keyboard.down("Shift");
      await page.mouse.move(box.x + box.width / 4, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + 50, { steps: 3 });
      await page.mouse.up();
      await page.keyboard.up("Shift");
      await page.waitForSelector('.motion-chart:not([data-x-min="0"])');
      const [[low], [high]] = [await chartsSay(page, "xMin"), await chartsSay(page, "xMax")];
      expect(low).toBeCloseTo(3, 0);
      expect(high).toBeCloseTo(6, 0);
      expect([...(await chartsSay(page, "xMin")), ...(await chartsSay(page, "xMax"))]).toHaveLength(2);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -120);
      await page.keyboard.up("Control");
      await page.waitForFunction(
        (width) => {
          const { xMin, xMax } = document.querySelector<HTMLElement>(".motion-chart")!.dataset;
          return Number(xMax) - Number(xMin) < width;
        },
        high! - low! - 0.5,
      );
      await page.mouse.dblclick(box.x + 30, box.y + 40);
      await page.waitForSelector('.motion-chart[data-x-min="0"][data-x-max="12"]');
      expect(await page.isVisible(".motion-whole")).toBe(false);
    });

    test("arrows come and go, with their scale", async () => {
      expect(await page.getAttribute("#stage", "data-arrows")).toBe("");
      await page.click("button[data-arrows=force]");
      await page.waitForSelector('#stage[data-arrows="force"]');
      expect(await page.textContent("[data-sample=force]")).toMatch(/^force = (1|2|5|10)$/);
      const width = await page.$eval("[data-sample=force] .motion-sample-arrow", (arrow) => arrow.getBoundingClientRect().width);
      expect(width).toBeGreaterThan(20);
      expect(width).toBeLessThan(100);
      await page.click("button[data-arrows=velocity]");
      await page.waitForSelector('#stage[data-arrows="velocity force"]');
      await page.click("button[data-arrows=force]");
      await page.waitForSelector('#stage[data-arrows="velocity"]');
      expect(await page.isVisible("[data-sample=force]")).toBe(false);
    });

    test("folded groups are made when they are opened; curves are hidden by their buttons", async () => {
      await page.fill(".motion-slider", "7000");
      await untilTime(page, 8.399, 8.401);
      const before = await page.locator(".motion-chart").count();
      await page.click("summary >> text=Velocities");
      await page.waitForFunction((count) => document.querySelectorAll(".motion-chart").length === count + 1, before);
      const time = await timeOf(page);
      expect(await chartsSay(page, "cursor")).toEqual([time]);
      const curve = page.locator(".motion-curve").first();
      expect(await curve.locator(".motion-value").textContent()).toBe("1.7092");
      await curve.click();
      expect(await curve.getAttribute("aria-pressed")).toBe("false");
    });

    test("names of the model are text, never HTML; bad LaTeX falls back to the name", async () => {
      const names = await page.locator(".motion-name").allTextContents();
      expect(names).toContain("<b>phi</b>");
      expect(names).toContain("lambda.y");
      expect(await page.locator(".motion-name b").count()).toBe(0);
      expect(await page.locator(".motion-name .katex").count()).toBeGreaterThan(5);
    });

    test("on paper it is the picture", async () => {
      await page.emulateMedia({ media: "print" });
      expect(await page.isVisible("img.still")).toBe(true);
      expect(await page.isVisible(".motion-view")).toBe(false);
      await page.emulateMedia({ media: "screen" });
      expect(await page.isVisible(".motion-view")).toBe(true);
    });

    test("a lost context shows the picture until it comes back", async () => {
      expect(await page.isVisible("img.print-picture")).toBe(false);
      await page.evaluate(() => {
        const context = document.querySelector<HTMLCanvasElement>(".motion-view canvas")!.getContext("webgl2")!;
        const lose = context.getExtension("WEBGL_lose_context")!;
        (globalThis as unknown as { bring(): void }).bring = () => lose.restoreContext();
        lose.loseContext();
      });
      await page.waitForSelector("img.print-picture", { state: "visible" });
      await page.evaluate(() => (globalThis as unknown as { bring(): void }).bring());
      await page.waitForSelector("img.print-picture", { state: "hidden" });
      await page.fill(".motion-slider", "1000");
      await untilTime(page, 1.19, 1.21);
    });
  });

  describe("of a disc", () => {
    onPage(rollingDisc, {}, COUNTED);

    test("the picture changes with time, with the view, and with the theme", async () => {
      const shot = async (): Promise<string> => {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return (await page.locator(".motion-view").screenshot()).toString("base64");
      };
      const first = await shot();
      expect(await shot()).toBe(first);
      await page.fill(".motion-slider", "2000");
      await untilTime(page, 2, 2);
      const second = await shot();
      expect(second).not.toBe(first);
      await page.focus(".motion-view");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("+");
      await page.waitForSelector('.motion-view[data-zoom="1.200"]');
      expect(await shot()).not.toBe(second);
      await page.click(".motion-reset");
      await page.waitForSelector('.motion-view[data-zoom="1.000"]');
      await page.focus(".motion-play");
      const back = await shot();
      await page.evaluate(() => {
        document.documentElement.dataset.theme = "dark";
        document.dispatchEvent(new Event("themechange"));
      });
      expect(await shot()).not.toBe(back);
    });

    test("the wheel scrolls the page unless the picture has the focus", async () => {
      await page.evaluate(() => {
        (document.activeElement as HTMLElement | null)?.blur();
        scrollTo({ top: 0, behavior: "instant" });
      });
      const box = (await page.locator(".motion-view").boundingBox())!;
      await page.mouse.move(box.x + 300, box.y + 200);
      await page.mouse.wheel(0, 60);
      await page.waitForFunction(() => scrollY > 0);
      expect(await page.getAttribute(".motion-view", "data-zoom")).toBe("1.000");
      await page.focus(".motion-view");
      await page.mouse.wheel(0, -60);
      await page.waitForSelector('.motion-view:not([data-zoom="1.000"])');
    });

    test("does nothing while nothing moves, or nobody sees it", async () => {
      // Some time in which no picture was asked for.
      const quiet = (): Promise<unknown> =>
        page.waitForFunction(
          () => {
            const counts = globalThis as unknown as { asked: number; before?: number };
            const isSame = counts.before === counts.asked;
            counts.before = counts.asked;
            return isSame;
          },
          undefined,
          { polling: 250 },
        );
      await quiet();
      await page.click(".motion-play");
      await page.waitForFunction(
        () => (globalThis as unknown as { asked: number; before: number }).asked > (globalThis as unknown as { before: number }).before + 5,
      );
      await page.evaluate(() => {
        document.body.style.paddingTop = "5000px";
      });
      await page.evaluate(() => scrollTo(0, 0));
      await quiet();
      expect(await page.getAttribute("#stage", "data-playing")).toBe("true");
    });
  });

  describe("for those who like things to move", () => {
    onPage(turntable, { reducedMotion: "no-preference" });

    test("plays by itself when it is in sight", async () => {
      await page.waitForSelector("#stage[data-playing=true]");
      await untilTime(page, 0.1, 1000);
    });

    test("a motion without forces has no button for them", async () => {
      expect(await page.locator("button[data-arrows]").count()).toBe(1);
    });
  });

  describe("without WebGL", () => {
    onPage(everything, {}, NO_WEBGL);

    test("the picture stands in, and the player still moves the charts", async () => {
      expect(await page.isVisible("img.print-picture")).toBe(true);
      expect(await page.locator(".motion-view").count()).toBe(0);
      await page.fill(".motion-slider", "5000");
      await untilTime(page, 6, 6);
      expect(await chartsSay(page, "cursor")).toEqual([6]);
    });
  });

  describe("run backwards, without a scene", () => {
    onPage(backwards);

    test("there is the player alone", async () => {
      expect(await page.locator(".motion-view").count()).toBe(0);
      await page.fill(".motion-slider", "0");
      await untilTime(page, 5, 5);
      await page.click(".motion-play");
      await untilTime(page, -3, 4.8);
      expect([...(await chartsSay(page, "xMin")), ...(await chartsSay(page, "xMax"))]).toEqual([-3, 5]);
    });
  });

  describe("of one frame", () => {
    onPage(still);

    test("has nothing to play", async () => {
      expect(await page.getAttribute("#stage", "data-frames")).toBe("1");
      expect(await page.isDisabled(".motion-play")).toBe(true);
      expect(await chartsSay(page, "cursor")).toEqual([1.5]);
    });
  });

  describe("whose frames are not joined", () => {
    onPage(apart);

    test("is always at one of them, and its curves are marks", async () => {
      const shown = (): Promise<string[]> => page.locator(".motion-value").allTextContents();
      await page.fill(".motion-slider", "5000");
      await untilTime(page, 20, 20);
      await page.focus(".motion-view");
      await page.keyboard.press(".");
      await page.waitForFunction(() => document.getElementById("stage")!.dataset.time !== "20");
      const [frame, values] = [await timeOf(page), await shown()];
      const slider = String((frame / 40 - 1e-4) * 10000);
      await page.$eval(".motion-slider", (one, value) => {
        (one as HTMLInputElement).step = "any";
        (one as HTMLInputElement).value = value;
        one.dispatchEvent(new Event("input", { bubbles: true }));
      }, slider);
      await untilTime(page, frame - 0.01, frame - 0.001);
      expect(await shown()).toEqual(values);
      const dashes = await page.$$eval(".motion-curve line", (lines) => [...new Set(lines.map((line) => line.getAttribute("stroke-dasharray")))]);
      expect(dashes).toEqual(["2 4"]);
    });
  });

  describe("with another one beside it", () => {
    onPage(rollingDisc, PHONE, undefined, (first) => [besides(first, 200)]);
    const picture = async (): Promise<Buffer> => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return page.locator(".motion-view").screenshot();
    };
    const shown = (name: string): Promise<(string | null)[]> =>
      page.locator(".motion-curve", { has: page.locator(`[title="${name}"]`) }).first().locator(".motion-value").allTextContents();

    test("names both, and fits a phone", async () => {
      expect(await page.locator(".motion-member-name").allTextContents()).toEqual(["chetaev", "vakonomic"]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await page.locator(".comparisons").textContent()).toContain("departs from chetaev");
      expect(await page.locator(".motion-of").allTextContents()).toEqual(["vakonomic", "chetaev", "vakonomic"]);
    });

    test("tells the values of both, and that one of them has ended", async () => {
      await page.locator(".motion-chart").first().scrollIntoViewIfNeeded();
      await page.fill(".motion-slider", "2000");
      await untilTime(page, 2, 2);
      const [own, other] = (await shown("x")).map((text) => Number(text!.replace("−", "-")));
      expect(own).toBeCloseTo(2 * Math.sin(2), 3);
      expect(other! - own!).toBeCloseTo(0.25, 3);
      expect(await page.locator(".motion-ended:visible").count()).toBe(0);
      await page.fill(".motion-slider", "9000");
      await untilTime(page, 9, 9);
      expect((await shown("x"))[1]).toBe("–");
      expect(await page.locator(".motion-ended:visible").allTextContents()).toEqual([expect.stringContaining("ended at t = ")]);
    });

    test("shows and hides each of them", async () => {
      const toggle = page.locator('.motion-member[data-member="1"]');
      await toggle.scrollIntoViewIfNeeded();
      const both = await picture();
      await toggle.click();
      expect(await toggle.getAttribute("aria-pressed")).toBe("false");
      const alone = await picture();
      expect(alone.equals(both)).toBe(false);
      expect(await page.locator('.motion-chart[data-of="1"]:visible, .motion-other:visible').count()).toBe(0);
      await toggle.click();
      expect((await picture()).equals(both)).toBe(true);
      await page.locator('.motion-member[data-member="0"]').click();
      const other = await picture();
      expect(other.equals(both) || other.equals(alone)).toBe(false);
      expect(await page.locator('.motion-chart[data-of="1"]:visible').count()).toBe(2);
    });
  });

  describe("on a phone", () => {
    onPage(everything, PHONE);

    test("nothing is wider than the screen", async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    test("two fingers look closer, at a chart and at the picture", async () => {
      const session = await page.context().newCDPSession(page);
      const pinch = async (selector: string): Promise<void> => {
        await page.locator(selector).first().scrollIntoViewIfNeeded();
        const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!;
        const fingers = (apart: number): object[] => [-1, 1].map((side, id) => ({ x: x + width / 2 + side * apart, y: y + height / 2, id }));
        const send = (type: string, touchPoints: object[]): Promise<unknown> =>
          session.send("Input.dispatchTouchEvent", { type, touchPoints } as never);
        await send("touchStart", fingers(30));
        for (const apart of [45, 60, 75, 90]) await send("touchMove", fingers(apart));
        await send("touchEnd", []);
      };
      await pinch(".motion-chart .u-over");
      await page.waitForSelector('.motion-chart:not([data-x-min="0"])');
      const low = (await chartsSay(page, "xMin"))[0]!;
      const high = (await chartsSay(page, "xMax"))[0]!;
      expect(high - low).toBeGreaterThan(3.5);
      expect(high - low).toBeLessThan(4.5);
      await pinch(".motion-view canvas");
      await page.waitForFunction(() => Number(document.querySelector<HTMLElement>(".motion-view")!.dataset.zoom) > 2.5);
    });
  });
});
