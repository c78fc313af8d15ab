// Pictures of reports, taken in a browser:
//
//   node tools/shoot.mjs [--at FRACTION] FOLDER REPORT.html...   FOLDER/REPORT.jpg: the stage, 720 by 450
//   node tools/shoot.mjs --page [--at FRACTION] FOLDER ...       the same with the top of the page, 1200 wide
//   node tools/shoot.mjs --try                                   whether there is a browser
//
// FRACTION of the motion has gone by then. A report that draws nothing gets its first charts. Each report is also tried: no error on the
// console, nothing fetched, a stage that is ready and not blank, whose time moves when it plays and whose picture changes. What fails is
// named, and the exit status is 1. The browser is CHROMIUM, or the chromium on the path.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const SIZE = { width: 720, height: 450 };
const WINDOW = { width: 760, height: 640 };
const PAGE_WINDOW = { width: 1200, height: 1700 };
const PAGE_MARGIN = 24; // pixels under the first charts of a page
const QUALITY = 0.8;
const TELLING = "0.65"; // of the motion: trails are long and there is still something ahead
const FINE = 10000; // positions of the slider
const PATIENCE = 60_000; // milliseconds
const ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function findChromium() {
  const named = process.env.CHROMIUM ?? "";
  if (named !== "" && existsSync(named)) return named;
  if (named !== "") throw new Error(`CHROMIUM is ${named}, which is not there`);
  for (const name of NAMES) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // The next one, then.
    }
  }
  throw new Error("there is no chromium on the path, and CHROMIUM does not name one");
}

async function loadPlaywright() {
  try {
    return (await import("playwright-core")).chromium;
  } catch {
    throw new Error("the packages of web/ are not installed: npm ci");
  }
}

/** Collects what a page must not do: errors, and requests for anything but itself. */
function watch(page, address) {
  const wrongs = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrongs.push(`the console says: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrongs.push(`the page fails: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== address && !/^(data|blob):/.test(request.url())) wrongs.push(`the page asks for ${request.url()}`);
  });
  return wrongs;
}

/** What is changed is drawn in the next frame, and shown in the one after it. */
const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Opens a report, until its stage is ready; returns whether it has something to draw. */
async function open(page, address, wrongs) {
  await page.goto(address);
  await page.waitForSelector("#stage[data-ready=true]", { state: "attached" }).catch(() => {
    throw new Error([...wrongs, "its stage is not ready"].join("; "));
  });
  const hasScene = await page.evaluate(() => JSON.parse(document.getElementById("report-data").textContent).motion.scene !== null);
  if (hasScene && (await page.locator("#stage .motion-view canvas").count()) === 0) throw new Error("its stage has no canvas");
  return hasScene;
}

const timeOf = (page) => page.$eval("#stage", (stage) => Number(stage.dataset.time));

/** Playing moves the time; afterwards it stands still. */
async function tryPlaying(page) {
  const press = () => page.$eval(".motion-play", (button) => button.click()); // a mouse would stay over it, and scroll
  const before = await timeOf(page);
  await press();
  await page
    .waitForFunction((time) => Number(document.getElementById("stage").dataset.time) !== time, before)
    .catch(() => {
      throw new Error("its time does not move when it plays");
    });
  await press();
  await page.waitForSelector("#stage[data-playing=false]", { state: "attached" });
}

/** Moves the slider; returns the time that the stage then says it has drawn. */
async function slide(page, fraction) {
  await page.fill(".motion-slider", String(Math.round(fraction * FINE)));
  await page.evaluate(() => document.activeElement?.blur()); // no ring around the slider
  await settle(page);
  return timeOf(page);
}

/** Goes, and the stage must say so, to that part of the time from `start` to `end`. */
async function seek(page, fraction, start, end) {
  const wanted = start + fraction * (end - start);
  const time = await slide(page, fraction);
  if (!(Math.abs(time - wanted) <= Math.abs(end - start) / FINE)) throw new Error(`its stage shows t = ${time} in place of ${wanted}`);
}

/** Lays the stage, or the plots, over the top left corner of the page, its picture as large as is wanted. */
async function layOutStage(page, hasScene) {
  await page.evaluate(
    ([host, { width, height }]) => {
      const set = (element, style) => Object.assign(element.style, style);
      const place = document.getElementById(host);
      const size = { boxSizing: "border-box", width: `${width}px`, height: `${height}px` };
      set(place, { position: "fixed", left: "0", top: "0", width: `${width}px`, margin: "0", zIndex: "1000", background: "var(--paper)" });
      const view = place.querySelector(".motion-view");
      if (view === null) set(place, { ...size, overflow: "hidden" });
      else set(view, { ...size, aspectRatio: "auto", minHeight: "0", maxHeight: "none", border: "0", borderRadius: "0" });
    },
    [hasScene ? "stage" : "plots", SIZE],
  );
  await settle(page);
  await settle(page);
  const box = await page.locator(hasScene ? "#stage .motion-view" : "#plots").boundingBox();
  if (box === null || box.x !== 0 || box.y !== 0 || box.width !== SIZE.width || box.height !== SIZE.height)
    throw new Error(`its picture has the place ${JSON.stringify(box)}`);
  return box;
}

/** The page down to the end of the first charts. */
async function layOutPage(page) {
  const chart = await page.locator(".motion-chart").first().boundingBox();
  const end = chart === null ? PAGE_WINDOW.height : Math.round(chart.y + chart.height) + PAGE_MARGIN;
  return { x: 0, y: 0, width: PAGE_WINDOW.width, height: Math.min(end, PAGE_WINDOW.height) };
}

/** A PNG as JPEG, and whether all its pixels are equal; the browser reads it, in a page of its own. */
async function convert(reader, png) {
  const { isBlank, jpeg } = await reader.evaluate(
    async ([data, quality]) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      return { isBlank: pixels.every((pixel) => pixel === pixels[0]), jpeg: canvas.toDataURL("image/jpeg", quality) };
    },
    [`data:image/png;base64,${png.toString("base64")}`, QUALITY],
  );
  if (isBlank) throw new Error("its picture is blank");
  return Buffer.from(jpeg.slice(jpeg.indexOf(",") + 1), "base64");
}

/** The picture of one report, as JPEG. */
async function shoot(browser, reader, report, { fraction, isPage }) {
  const address = pathToFileURL(resolve(report)).href;
  const viewport = isPage ? PAGE_WINDOW : WINDOW;
  const page = await browser.newPage({ viewport, colorScheme: "light", reducedMotion: "reduce" });
  const wrongs = watch(page, address);
  page.setDefaultTimeout(PATIENCE);
  try {
    const hasScene = await open(page, address, wrongs);
    const clip = isPage ? await layOutPage(page) : await layOutStage(page, hasScene);
    const picture = () => page.screenshot({ clip });
    await tryPlaying(page);
    const start = await slide(page, 0);
    const first = await picture();
    const end = await slide(page, 1);
    await seek(page, fraction, start, end);
    const now = await picture();
    const jpeg = await convert(reader, now);
    if (now.equals(first)) throw new Error("its picture does not change");
    if (wrongs.length > 0) throw new Error(wrongs.join("; "));
    return jpeg;
  } finally {
    await page.close();
  }
}

async function shootAll(browser, folder, reports, options) {
  const reader = await browser.newPage();
  let bytes = 0;
  mkdirSync(folder, { recursive: true });
  for (const report of reports) {
    const name = basename(report, ".html");
    try {
      const picture = await shoot(browser, reader, report, options);
      writeFileSync(join(folder, `${name}.jpg`), picture);
      bytes += picture.length;
    } catch (error) {
      console.error(`shoot: ${name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
  console.log(`${reports.length} reports, ${bytes} bytes of pictures`);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      at: { type: "string", default: TELLING },
      page: { type: "boolean", default: false },
      try: { type: "boolean", default: false },
    },
  });
  const [folder, ...reports] = positionals;
  const fraction = Number(values.at);
  const isWrong = reports.length === 0 || !(fraction >= 0 && fraction <= 1);
  if (isWrong && !values.try) throw new Error("usage: shoot.mjs [--page] [--at FRACTION] FOLDER REPORT.html...");
  const playwright = await loadPlaywright();
  const browser = await playwright.launch({ executablePath: findChromium(), args: ARGUMENTS });
  try {
    if (!values.try) await shootAll(browser, folder, reports, { fraction, isPage: values.page });
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`shoot: ${error.message}`);
  process.exitCode = 2;
}
