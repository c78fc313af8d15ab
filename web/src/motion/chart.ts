// One panel: curves over time, drawn by uPlot; a line at the time of the animation; a legend with the values there.
import uPlot from "uplot";

import type { Panel } from "../report";
import type { Clock } from "./clock";
import { decodeRecords, type Numbers } from "./decode";
import { element, nameLabel, stroke } from "./dom";
import { mixValue } from "./interpolate";
import { formatNumber, formatTicks, formatTime, powerOfTen } from "./numbers";
import { dashesOver } from "./overlap";
import { axisRange, decadeRange, decades } from "./scales";
import { bindScrubbing } from "./scrub";
import type { Theme } from "./theme";
import type { Moment, Timeline } from "./timeline";
import type { Zoom } from "./zoom";

/** From the fifth curve on colour is not the only difference. */
const DASHES: readonly (readonly number[])[] = [[], [], [], [], [7, 3], [2, 2.5], [9, 3, 2, 3], [4, 2]];
const DOTTED: readonly number[] = [2, 4]; // in the legend, of curves that are marks
const COLOURS = 7;
const DIGITS = 5; // of the values in the legend
const FINE_DIGITS = 9; // of those that differ only in late digits
const BELOW = 1e-3; // of the lower end of a logarithmic axis: where 0 is drawn, out of sight

export interface ChartTools {
  clock: Clock;
  timeline: Timeline;
  zoom: Zoom;
  theme: () => Theme;
  onUse: () => void;
  /** Times that are marked. */
  events: number[];
}

interface Curve {
  values: Numbers;
  dash: readonly number[];
  /** It lies on an earlier one. */
  isOver: boolean;
  dot: HTMLElement;
  button: HTMLButtonElement;
  value: HTMLElement;
  isShown: boolean;
}

export class Chart {
  readonly root: HTMLElement;
  private readonly plot: uPlot;
  private readonly area: HTMLElement;
  private readonly line = element("div", "motion-now");
  private readonly base = element("span", "motion-base");
  private readonly curves: Curve[];
  private readonly logRange: [number, number];
  private isSeen = true;
  private digits = DIGITS;
  private readonly moment: Moment = { index: 0, fraction: 0 };

  constructor(
    private readonly panel: Panel,
    private readonly tools: ChartTools,
  ) {
    const { timeline, zoom } = tools;
    const values = panel.curves.map((curve) => decodeRecords(curve.values, 1, [timeline.count], `the curve ${curve.name}`));
    const over = dashesOver(values, panel.scale === "log");
    this.curves = panel.curves.map((curve, i) => this.makeCurve(curve, i, values[i]!, over[i]!));
    this.logRange = this.findDecades();
    this.area = element("div", "motion-area", this.base);
    const note = panel.note === null ? [] : [element("span", "motion-note", panel.note)];
    const title = element("figcaption", "motion-caption", element("span", "motion-label", panel.label), ...note);
    this.root = element(
      "figure",
      "motion-chart",
      title,
      this.area,
      element("div", "motion-curves", ...this.curves.map(({ button }) => button)),
    );
    this.plot = new uPlot(this.options(), this.data(timeline), this.area);
    this.plot.over.append(this.line, ...this.curves.map(({ dot }) => dot));
    this.makeSlider(this.plot.over);
    bindScrubbing(this.plot, zoom, tools.clock, tools.onUse);
    zoom.subscribe(() => this.rescale());
    this.observe();
    this.rescale();
  }

  /** Puts the line and the values at the time of the moment. */
  update(time: number, moment: Moment): void {
    this.root.dataset.cursor = String(time);
    if (!this.isSeen) return;
    const { plot } = this;
    const x = plot.valToPos(time, "x");
    const isIn = time >= this.tools.zoom.min && time <= this.tools.zoom.max;
    this.line.style.transform = `translateX(${x.toFixed(2)}px)`;
    this.line.hidden = !isIn;
    for (const curve of this.curves) this.updateCurve(curve, x, isIn, moment);
    const over = plot.over;
    over.setAttribute("aria-valuenow", time.toPrecision(6));
    over.setAttribute("aria-valuetext", `t = ${formatTime(time, this.tools.timeline.duration)}`);
  }

  paint(): void {
    this.plot.redraw(false, true);
  }

  private updateCurve(curve: Curve, x: number, isIn: boolean, moment: Moment): void {
    const value = mixValue(curve.values, moment, this.tools.timeline.times);
    const text = formatNumber(value, this.digits);
    if (curve.value.textContent !== text) curve.value.textContent = text;
    const y = this.plot.valToPos(value, "y");
    const isSeen = isIn && curve.isShown && Number.isFinite(y) && y >= -1 && y <= this.plot.over.clientHeight + 1;
    curve.dot.hidden = !isSeen;
    if (isSeen) curve.dot.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
  }

  private makeCurve(curve: Panel["curves"][number], i: number, values: Numbers, over: readonly number[] | null): Curve {
    const dash = over ?? DASHES[i % DASHES.length]!;
    const value = element("span", "motion-value");
    const dot = element("span", "motion-point");
    const made: Curve = { values, dash, isOver: over !== null, value, dot, button: element("button", "motion-curve"), isShown: true };
    made.button.type = "button";
    made.button.append(stroke(this.tools.timeline.isJoined ? dash : DOTTED), nameLabel("motion-name", curve.name, curve.latex), value);
    made.button.setAttribute("aria-pressed", "true");
    for (const part of [made.button, dot]) part.style.setProperty("--key", `var(--series-${i % COLOURS})`);
    made.button.addEventListener("click", () => {
      made.isShown = !made.isShown;
      made.button.setAttribute("aria-pressed", String(made.isShown));
      this.plot.setSeries(i + 1, { show: made.isShown });
    });
    return made;
  }

  /** Time rises for uPlot, also in a motion that was run backwards. */
  private data({ times, direction }: Timeline): uPlot.AlignedData {
    const floor = BELOW * this.logRange[0];
    const isLog = this.panel.scale === "log";
    const plain = (value: number): number | null => (!Number.isFinite(value) ? null : isLog && value <= 0 ? floor : value);
    const order = <T>(list: T[]): T[] => (direction > 0 ? list : list.reverse());
    return [order(Array.from(times)), ...this.curves.map(({ values }) => order(Array.from(values, plain)))] as uPlot.AlignedData;
  }

  private findDecades(): [number, number] {
    let low = Infinity;
    let high = 0;
    for (const { values } of this.curves)
      for (const value of values) {
        if (value > 0 && value < low) low = value;
        if (value > high && Number.isFinite(value)) high = value;
      }
    return decadeRange(low, high);
  }

  private options(): uPlot.Options {
    const { theme, zoom, timeline } = this.tools;
    const isLog = this.panel.scale === "log";
    const { isJoined } = timeline;
    const hasMarks = timeline.count < 3 || !isJoined;
    const font = `11px ${theme().font}`;
    const axis = {
      font,
      stroke: () => theme().inkSoft.css,
      ticks: { show: false },
      gap: 6,
      grid: { stroke: () => theme().rule.css, width: 0.75 },
      border: { show: false },
    };
    return {
      hooks: { drawAxes: [(plot) => this.drawEvents(plot)] },
      width: 300,
      height: 180,
      padding: [10, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => (zoom.min < zoom.max ? [zoom.min, zoom.max] : [zoom.min - 1, zoom.max + 1]) },
        y: isLog ? { distr: 3, range: () => this.logRange } : { range: (_plot, low, high) => axisRange(low ?? NaN, high ?? NaN) },
      },
      axes: [
        { ...axis, size: 26, space: 64, values: (_plot, ticks, _axis, _space, step) => formatTicks(ticks, step).labels },
        isLog
          ? {
              ...axis,
              size: 54,
              splits: (plot) => decades(...this.logRange, plot.over.clientHeight / 30),
              values: (_plot, ticks) => ticks.map((tick) => powerOfTen(Math.round(Math.log10(tick)))),
              filter: (_plot, ticks) => ticks,
            }
          : { ...axis, size: 54, space: 34, values: (_plot, ticks, _axis, _space, step) => this.ticks(ticks, step) },
      ],
      series: [
        {},
        ...this.curves.map(({ dash, isOver }, i) => {
          const colour = (): string => theme().series[i % COLOURS]!.css;
          // A mark on a mark is smaller: both are seen.
          const marks = { show: hasMarks, size: isOver ? 2 : 4, width: 0, fill: colour };
          return { stroke: colour, width: 1.5, dash: [...dash], spanGaps: false, points: marks, pxAlign: 0, ...(isJoined ? {} : { paths: () => null }) };
        }),
      ],
    };
  }

  /** Quiet dotted lines. */
  private drawEvents(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const { events, zoom, theme } = this.tools;
    ctx.save();
    ctx.strokeStyle = theme().inkSoft.css;
    ctx.globalAlpha = 0.55;
    ctx.lineWidth = uPlot.pxRatio;
    ctx.setLineDash([2 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
    ctx.beginPath();
    for (const time of events) {
      if (!(time >= zoom.min && time <= zoom.max)) continue;
      const x = plot.valToPos(time, "x", true);
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
    }
    ctx.stroke();
    ctx.restore();
  }

  private ticks(ticks: number[], step: number): string[] {
    const { base, labels } = formatTicks(ticks, step);
    this.digits = base === 0 ? DIGITS : FINE_DIGITS;
    this.base.textContent = base === 0 ? "" : `${formatNumber(base, 9)} + …`;
    return labels;
  }

  private rescale(): void {
    const { zoom } = this.tools;
    this.plot.setScale("x", { min: zoom.min, max: zoom.max });
    this.root.dataset.xMin = String(zoom.min);
    this.root.dataset.xMax = String(zoom.max);
  }

  private makeSlider(over: HTMLElement): void {
    const { timeline } = this.tools;
    over.tabIndex = 0;
    over.setAttribute("role", "slider");
    over.setAttribute("aria-label", `${this.panel.label} over time`);
    over.setAttribute("aria-valuemin", String(Math.min(timeline.start, timeline.end)));
    over.setAttribute("aria-valuemax", String(Math.max(timeline.start, timeline.end)));
  }

  private observe(): void {
    new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.area;
      if (clientWidth > 0 && clientHeight > 0) this.plot.setSize({ width: clientWidth, height: clientHeight });
    }).observe(this.area);
    // Lines and dots are put after uPlot has placed its scales.
    this.plot.hooks.draw = [...(this.plot.hooks.draw ?? []), () => this.refresh()];
    new IntersectionObserver(
      (entries) => {
        this.isSeen = entries[entries.length - 1]!.isIntersecting;
        this.refresh();
      },
      { rootMargin: "100px" },
    ).observe(this.root);
    addEventListener("beforeprint", () => {
      this.isSeen = true;
      this.refresh();
    });
  }

  private refresh(): void {
    this.tools.timeline.locate(this.tools.clock.time, this.moment);
    this.update(this.tools.clock.time, this.moment);
  }
}
