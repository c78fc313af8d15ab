// The page with a report in it, made as `nonholo report` makes it: the first place of each marker is filled in, the data before the title,
// so that a title cannot look like the marker of the data.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Report } from "../src/report";
import { escapeText } from "../src/typeset";

export const BUILT_PAGE = fileURLToPath(new URL("../dist/report.html", import.meta.url));

/** JSON that cannot end the element in which it stands. */
export function asData(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

export function fillPage(page: string, report: Report): string {
  return fillWith(page, report.title, asData(report));
}

export function fillWith(page: string, title: string, data: string): string {
  return page.replace("@REPORT_DATA@", () => data).replace("@REPORT_TITLE@", () => escapeText(title));
}

export function readBuiltPage(): string {
  return readFileSync(BUILT_PAGE, "utf8");
}
