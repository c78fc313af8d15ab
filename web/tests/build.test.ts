// The page that is kept in dist/ is what the sources make, byte for byte, each time.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, describe, expect, test } from "vitest";

import { readBuiltPage } from "./page";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "nonholo-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As `npm run build`, without what the tests put into the environment. */
async function build(name: string): Promise<string> {
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  const out = join(folder, name);
  await promisify(execFile)(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", out], { cwd: root, env });
  return readFileSync(join(out, "report.html"), "utf8");
}

test("the same sources make the same page, which is the one in dist/", { timeout: 180000 }, async () => {
  const first = await build("first");
  expect((await build("second")) === first, "two builds differ").toBe(true);
  expect(readBuiltPage() === first, "dist/report.html is not what the sources make: npm run build").toBe(true);
});

describe("the built page", () => {
  const page = readBuiltPage();

  test("is one file that names no other", () => {
    expect(page).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*rel="?stylesheet|@import|url\((?!["']?data:)/);
    expect(page).toContain(`content="default-src 'none'; script-src 'unsafe-inline'`);
    expect(page.match(/url\(data:font\/woff2/g)).toHaveLength(20);
    expect(page).not.toMatch(/font\/(woff|ttf)[;"]/);
  });

  test("has the two markers where the program looks for them", () => {
    expect(page.split("@REPORT_TITLE@")).toHaveLength(2);
    expect(page).toContain("<title>@REPORT_TITLE@</title>");
    const [before, after, ...more] = page.split('<script type="application/json" id="report-data">@REPORT_DATA@</script>');
    expect(more).toEqual([]);
    expect(page.split("@REPORT_DATA@")).toHaveLength(2);
    expect(before).toContain("<body>");
    expect(after).toContain('<script type="module">');
    expect(after!.split("</script>")).toHaveLength(2);
  });

  test("is small enough to be sent around", () => {
    expect(Buffer.byteLength(page)).toBeLessThan(1.8e6);
  });

  test("has words for browsers without JavaScript", () => {
    expect(page).toMatch(/<noscript><p class="failure">This page needs JavaScript/);
  });
});
