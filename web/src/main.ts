// The page comes to life: reads the report that is in it, shows it, and wires what can be used.
import "katex/dist/katex.css";
import "./style.css";
import "./motion/motion.css";

import { wireContents } from "./contents";
import { wireCopyButtons } from "./copy";
import { parseReport } from "./data";
import { isLong, typesetLater } from "./later";
import { wireModes } from "./modes";
import { mountMotion } from "./motion";
import { failurePage, pageOf } from "./page";
import { wirePaper } from "./paper";
import type { Report } from "./report";
import { formPanel, isDerived } from "./sections/equations";
import { modelText } from "./sections/model";
import { wireTabs } from "./tabs";
import { wireTheme } from "./theme";

function start(page: HTMLElement): void {
  const report = readData(page);
  if (report === null) return;
  page.innerHTML = pageOf(report).markup;
  wireTheme(page);
  wireForms(page, report);
  wireCopyButtons(page, (name) => textToCopy(report, name));
  wireContents(page);
  wirePaper(page);
  startMotion(report);
  wireModes(page, report);
}

function readData(page: HTMLElement): Report | null {
  try {
    return parseReport(document.getElementById("report-data")?.textContent ?? "");
  } catch (error) {
    page.innerHTML = failurePage(error instanceof Error ? error.message : String(error)).markup;
    return null;
  }
}

function wireForms(page: HTMLElement, { equations }: Report): void {
  const derived = equations.filter(isDerived);
  const list = page.querySelector<HTMLElement>("[role=tablist]");
  if (list === null) return;
  wireTabs(list, (panel, i) => {
    panel.innerHTML = formPanel(derived[i]!, i).markup;
    panel.classList.toggle("long", isLong(derived[i]!.sheet));
    typesetLater(panel);
  });
}

function textToCopy(report: Report, name: string): string | null {
  if (name === "model") return modelText(report);
  if (name === "command") return report.repeat.command;
  const form = /^latex-(\d+)$/.exec(name);
  return form === null ? null : (report.equations.filter(isDerived)[Number(form[1])]?.latex ?? null);
}

/** The text does not depend on the motion: when that cannot be shown, the picture is there instead. */
function startMotion({ motion, others, picture }: Report): void {
  const stage = document.getElementById("stage");
  const plots = document.getElementById("plots");
  if (motion === null || stage === null || plots === null) return;
  try {
    mountMotion(stage, plots, motion, { picture, others });
  } catch (error) {
    stage.classList.add("failed");
    const words = document.createElement("p");
    words.className = "notice";
    words.textContent = `The motion cannot be played here: ${error instanceof Error ? error.message : String(error)}`;
    stage.replaceChildren(words);
  }
}

const page = document.getElementById("page");
if (page !== null) start(page);
