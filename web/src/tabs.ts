// A list of tabs as the ARIA practices describe it: one tab can be reached by Tab, arrows, Home and End go from one to the next and open it.

/** Opens the first tab; `fill` makes what a panel shows when it is opened for the first time. */
export function wireTabs(list: HTMLElement, fill: (panel: HTMLElement, i: number) => void): void {
  const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls") ?? ""));
  const open = (chosen: number): void => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      const panel = panels[i];
      if (panel) panel.hidden = i !== chosen;
    });
    const panel = panels[chosen];
    if (panel && !("opened" in panel.dataset)) {
      panel.dataset.opened = "";
      fill(panel, chosen);
    }
  };
  tabs.forEach((tab, i) => tab.addEventListener("click", () => open(i)));
  list.addEventListener("keydown", (event) => {
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = at < 0 || event.altKey || event.ctrlKey || event.metaKey ? null : nextTab(event.key, at, tabs.length);
    if (next === null) return;
    event.preventDefault();
    open(next);
    tabs[next]?.focus();
  });
  if (tabs.length > 0) open(0);
}

/** The tab that a key leads to from tab `at` of `count`; null: none. */
export function nextTab(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
