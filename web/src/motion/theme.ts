// The design tokens of the page, read again when the theme changes.

/** A colour as CSS has it, and as numbers from 0 to 1 (sRGB). */
export interface Paint {
  css: string;
  rgb: [number, number, number];
}

export interface Theme {
  paper: Paint;
  ink: Paint;
  inkSoft: Paint;
  rule: Paint;
  accent: Paint;
  panel: Paint;
  series: Paint[];
  isDark: boolean;
  font: string;
}

const FALLBACK = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444", "#8c8c8c"];

/** The tokens as they hold for an element. A probe resolves whatever CSS allows for a colour; a canvas makes numbers of it. */
export function readTheme(host: HTMLElement): Theme {
  const probe = document.createElement("span");
  probe.style.display = "none";
  host.append(probe);
  const read = (token: string, fallback: string): Paint => {
    probe.style.color = `var(${token}, ${fallback})`;
    const css = getComputedStyle(probe).color;
    return { css, rgb: numbersOf(css) };
  };
  const paper = read("--paper", "#ffffff");
  const [r, g, b] = paper.rgb;
  const theme: Theme = {
    paper,
    ink: read("--ink", "#1b1f24"),
    inkSoft: read("--ink-soft", "#5c6670"),
    rule: read("--rule", "#d5dae0"),
    accent: read("--accent", "#0072b2"),
    panel: read("--panel", "#f7f8fa"),
    series: FALLBACK.map((fallback, i) => read(`--series-${i}`, fallback)),
    isDark: 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.45,
    font: getComputedStyle(host).fontFamily || "sans-serif",
  };
  probe.remove();
  return theme;
}

let pixel: CanvasRenderingContext2D | null = null;

function numbersOf(css: string): [number, number, number] {
  pixel ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  if (pixel === null) return [0.5, 0.5, 0.5];
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = css;
  pixel.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [r / 255, g / 255, b / 255];
}

export function onThemeChange(listener: () => void, signal?: AbortSignal): void {
  const options = signal === undefined ? {} : { signal };
  document.addEventListener("themechange", listener, options);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener, options);
}
