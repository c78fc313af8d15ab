// One browser for many checks. Pages are opened from disk, as a reader opens them; what they say on the console, what they ask of the network
// and which dialogs they open is kept: nothing of that should ever happen.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

import { launch } from "./chromium";

export class Visit {
  readonly folder = mkdtempSync(join(tmpdir(), "nonholo-page-"));
  private readonly said: string[] = [];
  private files = 0;

  private constructor(private readonly browser: Browser) {}

  static async begin(chromium: string): Promise<Visit> {
    return new Visit(await launch(chromium));
  }

  /** A window of its own (a small one: the processor draws it), in which nothing moves by itself unless the options say so. `script` runs before those of any page. */
  async window(options: BrowserContextOptions = {}, script?: string): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 760, height: 600 }, reducedMotion: "reduce", ...options });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    if (script !== undefined) await context.addInitScript(script);
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    this.listen(page);
    return page;
  }

  private listen(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.said.push(message.text());
    });
    page.on("pageerror", (error) => this.said.push(String(error)));
    page.on("dialog", (dialog) => {
      this.said.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const isPage = request.isNavigationRequest() && request.url().startsWith(pathToFileURL(this.folder).href);
      if (!isPage && !/^(data|blob):/.test(request.url())) this.said.push(`request: ${request.url()}`);
    });
  }

  /** Shows a page with this text; returns when its script has run and, where there is a motion, its first picture is drawn. */
  async show(page: Page, text: string): Promise<void> {
    const file = join(this.folder, `${++this.files}.html`);
    writeFileSync(file, text);
    await this.open(page, file);
  }

  async open(page: Page, file: string): Promise<void> {
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => {
      const stage = document.getElementById("stage");
      return stage === null || stage.dataset.ready === "true" || stage.querySelector(".motion-error") !== null;
    });
  }

  /** Nothing was said since the last time; `allowed`: but for this. */
  expectQuiet(allowed?: RegExp): void {
    const said = this.said.splice(0).filter((words) => allowed === undefined || !allowed.test(words));
    expect(said, "on the console, asked of the network, or in dialogs").toEqual([]);
  }

  async end(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a reader gets who pastes. */
export async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    document.getElementById("paste")?.remove();
    const area = document.createElement("textarea");
    area.id = "paste";
    document.body.append(area);
    area.focus({ preventScroll: true });
  });
  await page.keyboard.press("Control+V");
  const text = await page.locator("#paste").inputValue();
  await page.evaluate(() => document.getElementById("paste")!.remove());
  return text;
}

/** Clicks, and waits until the button and the place for messages have both said "Copied"; they do not say it for long. */
export async function copy(page: Page, name: string): Promise<string> {
  const button = page.getByRole("button", { name });
  await button.evaluate((one) => {
    const words: string[] = ((window as unknown as { words: string[] }).words = []);
    for (const place of [one.querySelector(".copy-state")!, document.getElementById("said")!]) {
      new MutationObserver(() => words.push(place.textContent ?? "")).observe(place, { childList: true });
    }
  });
  await button.click();
  await page.waitForFunction(() => (window as unknown as { words: string[] }).words.filter((word) => word === "Copied").length >= 2);
  return pasted(page);
}

export const timeOf = (page: Page): Promise<number> => page.$eval("#stage", (stage) => Number((stage as HTMLElement).dataset.time));

export async function untilTime(page: Page, low: number, high: number): Promise<void> {
  await page.waitForFunction(
    ([a, b]) => {
      const time = Number(document.getElementById("stage")!.dataset.time);
      return time >= a! && time <= b!;
    },
    [low, high],
  );
}

/** All charts say the same of themselves; what they say. */
export function chartsSay(page: Page, key: string): Promise<number[]> {
  return page.$$eval(".motion-chart", (charts, name) => [...new Set(charts.map((chart) => Number((chart as HTMLElement).dataset[name!])))], key);
}
