// One panel: curves over time, drawn by uPlot; a line at the time of the animation; a legend with the values there. Of several motions each
// has a line of its own in a curve: that of the first motion full, the others dashed, a little nearer to the colour of the text.
import uPlot from "uplot";

import type { Clock } from "./clock";
import { decodePacked, decodeRecords, type Numbers } from "./decode";
import { element, nameLabel, stroke } from "./dom";
import { blend } from "./figures/layer";
import { mixValue } from "./interpolate";
import { alignTimes, spread, type JointPanel } from "./joint";
import { formatNumber, formatTicks, formatTime, powerOfTen } from "./numbers";
import { dashesOver } from "./overlap";
import { axisRange, decadeRange, decades } from "./scales";
import { bindScrubbing } from "./scrub";
import type { Theme } from "./theme";
import { Timeline, type Moment } from "./timeline";
import type { Member, Troupe } from "./troupe";
import type { Zoom } from "./zoom";

/** From the fifth curve on colour is not the only difference. */
const DASHES: readonly (readonly number[])[] = [[], [], [], [], [7, 3], [2, 2.5], [9, 3, 2, 3], [4, 2]];
const DOTTED: readonly number[] = [2, 4]; // in the legend, of curves that are marks
const COLOURS = 7;
const DIGITS = 5; // of the values in the legend
const FINE_DIGITS = 9; // of those that differ only in late digits
const OTHER_INK = 0.4; // of the colour of the text in lines of other motions
const BELOW = 1e-3; // of the lower end of a logarithmic axis: where 0 is drawn, out of sight

export interface ChartTools {
  clock: Clock;
  /** Of the time axis: that of the longest motion. */
  timeline: Timeline;
  troupe: Troupe;
  zoom: Zoom;
  theme: () => Theme;
  onUse: () => void;
  /** Times that are marked. */
  events: number[];
}

/** What one motion has of a curve. */
interface Line {
  member: Member;
  /** Where its values are, and where among them it is now. */
  timeline: Timeline;
  moment: Moment;
  /** The number of the motion. */
  of: number;
  values: Numbers;
  dash: readonly number[];
  /** It lies on an earlier one. */
  isOver: boolean;
  dot: HTMLElement;
  value: HTMLElement;
}

interface Curve {
  /** Its number, for its colour. */
  i: number;
  lines: Line[];
  button: HTMLButtonElement;
  isShown: boolean;
}

export class Chart {
  readonly root: HTMLElement;
  private readonly plot: uPlot;
  private readonly area: HTMLElement;
  private readonly line = element("div", "motion-now");
  private readonly base = element("span", "motion-base");
  private readonly curves: Curve[];
  /** In the order of drawing: dashes are over full lines. */
  private readonly drawn: { curve: Curve; line: Line }[];
  private readonly logRange: [number, number];
  private isSeen = true;
  private digits = DIGITS;

  constructor(
    private readonly panel: JointPanel,
    private readonly tools: ChartTools,
  ) {
    const { zoom, troupe } = tools;
    const lines = panel.curves.map((curve) => curve.lines.map((line) => this.readLine(line, curve.name)));
    const over = dashesOver(lines.map(([first]) => first!.values), panel.scale === "log");
    this.curves = panel.curves.map((curve, i) => this.makeCurve(curve, i, lines[i]!, over[i]!));
    const all = this.curves.flatMap((curve) => curve.lines.map((line) => ({ curve, line })));
    this.drawn = [...all.filter(({ curve, line }) => curve.lines[0] === line), ...all.filter(({ curve, line }) => curve.lines[0] !== line)];
    this.logRange = this.findDecades();
    this.area = element("div", "motion-area", this.base);
    this.root = element(
      "figure",
      "motion-chart",
      this.caption(),
      this.area,
      element("div", "motion-curves", ...this.curves.map(({ button }) => button)),
    );
    this.root.dataset.of = String(panel.of);
    this.plot = new uPlot(this.options(), this.data(), this.area);
    this.plot.over.append(this.line, ...this.drawn.map(({ line }) => line.dot));
    this.makeSlider(this.plot.over);
    bindScrubbing(this.plot, zoom, tools.clock, tools.onUse);
    zoom.subscribe(() => this.rescale());
    troupe.subscribe(() => this.showLines());
    this.observe();
    this.showLines();
    this.rescale();
  }

  /** Puts the line and the values at the time at which the motions are. */
  update(time: number): void {
    this.root.dataset.cursor = String(time);
    if (!this.isSeen) return;
    const { plot } = this;
    const x = plot.valToPos(time, "x");
    const isIn = time >= this.tools.zoom.min && time <= this.tools.zoom.max;
    this.line.style.transform = `translateX(${x.toFixed(2)}px)`;
    this.line.hidden = !isIn;
    for (const { curve, line } of this.drawn) this.updateLine(line, x, isIn && this.isLineShown(curve, line), time);
    const over = plot.over;
    over.setAttribute("aria-valuenow", time.toPrecision(6));
    over.setAttribute("aria-valuetext", `t = ${formatTime(time, this.tools.timeline.duration)}`);
  }

  paint(): void {
    this.plot.redraw(false, true);
  }

  /** A motion that is over has no value. */
  private updateLine(line: Line, x: number, isShown: boolean, time: number): void {
    const { timeline, moment } = line;
    if (timeline !== line.member.timeline) timeline.locate(time, moment);
    const value = timeline.isOver(time) ? NaN : this.above(mixValue(line.values, moment, timeline.times));
    const text = formatNumber(value, this.digits);
    if (line.value.textContent !== text) line.value.textContent = text;
    const y = this.plot.valToPos(value, "y");
    const isSeen = isShown && Number.isFinite(y) && y >= -1 && y <= this.plot.over.clientHeight + 1;
    line.dot.hidden = !isSeen;
    if (isSeen) line.dot.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
  }

  /** What is never negative is not so between two frames either. */
  private above(value: number): number {
    return this.panel.scale === "log" ? Math.max(value, 0) : value;
  }

  /** What the panel shows, and of which motion when it is one of several. */
  private caption(): HTMLElement {
    const { label, note, of } = this.panel;
    const { members } = this.tools.troupe;
    const title = element("figcaption", "motion-caption", element("span", "motion-label", label));
    const isOfOne = members.length > 1 && this.curves.every(({ lines }) => lines.length === 1);
    if (isOfOne) {
      const name = element("span", "motion-of", element("span", "motion-dot"), members[of]!.motion.name);
      name.style.setProperty("--key", `var(--series-${members[of]!.colour})`);
      title.append(name);
    }
    if (note !== null) title.append(element("span", "motion-note", note));
    return title;
  }

  private readLine({ of, values, times }: JointPanel["curves"][number]["lines"][number], name: string): Pick<Line, "of" | "member" | "timeline" | "moment" | "values"> {
    const member = this.tools.troupe.members[of]!;
    const timeline = times === null ? member.timeline : new Timeline(decodePacked(times, `the times of ${name}`), member.timeline.isJoined);
    const moment = times === null ? member.moment : { index: 0, fraction: 0 };
    return { of, member, timeline, moment, values: decodeRecords(values, 1, [timeline.count], `the curve ${name}`) };
  }

  private makeCurve({ name, latex }: JointPanel["curves"][number], i: number, lines: ReturnType<Chart["readLine"]>[], over: readonly number[] | null): Curve {
    const made: Curve = { i, lines: [], button: element("button", "motion-curve"), isShown: true };
    made.lines = lines.map((line, k) => this.makeLine(i, line, k === 0 ? over : null, k > 0));
    made.button.type = "button";
    const [first, ...others] = made.lines;
    made.button.append(stroke(this.legendDash(first!)), nameLabel("motion-name", name, latex), first!.value);
    for (const other of others) {
      const swatch = stroke(this.legendDash(other), 18);
      swatch.classList.add("motion-stroke-other");
      const both = element("span", "motion-other", swatch, other.value);
      both.title = other.member.motion.name;
      both.dataset.of = String(other.of);
      made.button.append(both);
    }
    made.button.setAttribute("aria-pressed", "true");
    made.button.style.setProperty("--key", `var(--series-${i % COLOURS})`);
    made.button.addEventListener("click", () => {
      made.isShown = !made.isShown;
      made.button.setAttribute("aria-pressed", String(made.isShown));
      this.showLines();
    });
    return made;
  }

  private makeLine(i: number, line: ReturnType<Chart["readLine"]>, over: readonly number[] | null, isOther: boolean): Line {
    const dash = isOther ? line.member.dash : (over ?? DASHES[i % DASHES.length]!);
    const dot = element("span", isOther ? "motion-point motion-point-other" : "motion-point");
    dot.style.setProperty("--key", `var(--series-${i % COLOURS})`);
    return { ...line, dash, isOver: isOther || over !== null, dot, value: element("span", "motion-value") };
  }

  private legendDash({ timeline, dash }: Line): readonly number[] {
    return timeline.isJoined ? dash : DOTTED;
  }

  private isLineShown(curve: Curve, line: Line): boolean {
    return curve.isShown && this.tools.troupe.isShown(line.of);
  }

  /** A panel of a motion that is hidden is not there. */
  private showLines(): void {
    const { troupe } = this.tools;
    this.root.hidden = this.panel.of > 0 && !troupe.isShown(this.panel.of);
    this.drawn.forEach(({ curve, line }, i) => {
      const show = this.isLineShown(curve, line);
      if (this.plot.series[i + 1]!.show !== show) this.plot.setSeries(i + 1, { show });
    });
    for (const other of this.root.querySelectorAll<HTMLElement>(".motion-other")) other.hidden = !troupe.isShown(Number(other.dataset.of));
  }

  /** Time rises for uPlot, also in a motion that was run backwards. */
  private data(): uPlot.AlignedData {
    const floor = BELOW * this.logRange[0];
    const isLog = this.panel.scale === "log";
    const plain = (value: number): number | null => (!Number.isFinite(value) ? null : isLog && value <= 0 ? floor : value);
    const { times, places } = alignTimes([...new Set(this.drawn.map(({ line }) => line.timeline))]);
    const rows = this.drawn.map(({ line: { values, timeline } }) => spread(Array.from(values, plain), places.get(timeline)!, times.length));
    return [times, ...rows] as uPlot.AlignedData;
  }

  private findDecades(): [number, number] {
    let low = Infinity;
    let high = 0;
    for (const { line } of this.drawn)
      for (const value of line.values) {
        if (value > 0 && value < low) low = value;
        if (value > high && Number.isFinite(value)) high = value;
      }
    return decadeRange(low, high);
  }

  private options(): uPlot.Options {
    const { theme, zoom } = this.tools;
    const isLog = this.panel.scale === "log";
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
        ...this.drawn.map(({ curve, line }) => this.series(curve, line)),
      ],
    };
  }

  private series(curve: Curve, line: Line): uPlot.Series {
    const { dash, isOver } = line;
    const { isJoined, count } = line.timeline;
    const hasMarks = count < 3 || !isJoined;
    const isOther = line !== curve.lines[0];
    const colour = (): string => this.colourOf(curve.i, isOther);
    // A mark on a mark is smaller: both are seen.
    const marks = { show: hasMarks, size: isOver ? 2 : 4, width: 0, fill: colour };
    return { stroke: colour, width: 1.5, dash: [...dash], spanGaps: false, points: marks, pxAlign: 0, ...(isJoined ? {} : { paths: () => null }) };
  }

  /** Of another motion nearer to the ink: its dashes are seen also where they lie on a full line. */
  private colourOf(i: number, isOther: boolean): string {
    const { series, ink } = this.tools.theme();
    const paint = series[i % COLOURS]!;
    return isOther ? `rgb(${blend(paint.rgb, ink.rgb, OTHER_INK).map((part) => Math.round(255 * part)).join(" ")})` : paint.css;
  }

  /** Quiet dotted lines; a full one at the mark of the panel. */
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
    this.drawMark(plot);
    ctx.restore();
  }

  private drawMark({ ctx, bbox, valToPos }: uPlot): void {
    const { zoom, theme } = this.tools;
    const { mark } = this.panel;
    if (mark === null || mark < zoom.min || mark > zoom.max) return;
    const x = valToPos(mark, "x", true);
    ctx.setLineDash([]);
    ctx.strokeStyle = theme().accent.css;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
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
    this.tools.troupe.locate(this.tools.clock.time);
    this.update(this.tools.clock.time);
  }
}
