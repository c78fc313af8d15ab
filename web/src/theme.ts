// Light, dark, or as the system has it: `data-theme` on <html> says which, style.css does the rest. What draws its own colours listens
// to the event "themechange" on the document.

type Theme = "auto" | "light" | "dark";

const KEY = "nonholo-theme";

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event("themechange"));
}

/** Pages from disk may have no storage. */
function recall(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto";
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It is forgotten with the page.
  }
}

export function wireTheme(root: HTMLElement): void {
  let theme = recall();
  const choices = [...root.querySelectorAll<HTMLInputElement>("input[name=theme]")];
  for (const choice of choices) {
    choice.checked = choice.value === theme;
    choice.addEventListener("change", () => {
      theme = choice.value as Theme;
      remember(theme);
      setTheme(theme);
    });
  }
  setTheme(theme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(theme));
  // Paper is white: also what draws its own colours, as plots do, has to know it.
  addEventListener("beforeprint", () => setTheme("light"));
  addEventListener("afterprint", () => setTheme(theme));
}
