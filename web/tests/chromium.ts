// The browser of the machine. CHROMIUM names one; without any, the tests that need it are skipped, and say so.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function which(name: string): string | null {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || null;
  } catch {
    return null;
  }
}

/** The path of the browser; null when there is none. One that is named and not there is an error. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM ?? "";
  if (named === "") return NAMES.map(which).find((path) => path !== null) ?? null;
  if (!existsSync(named)) throw new Error(`CHROMIUM is ${named}, which is not there`);
  return named;
}

/** WebGL is drawn by the processor, which works without a screen. */
export function launch(path: string): Promise<Browser> {
  const args = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
  return chromium.launch({ executablePath: path, args });
}
