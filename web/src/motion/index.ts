// The motion on the page: the picture that moves, its player, and the plots, all at one time.
import "uplot/dist/uPlot.min.css";
import "./motion.css";

import type { Film, Motion, OtherMotion } from "../report";
import { Cast } from "./cast";
import { Clock } from "./clock";
import { element } from "./dom";
import { Driver } from "./driver";
import { jointPanels, type JointPanel } from "./joint";
import { Legend } from "./legend";
import { Player } from "./player";
import { Plots } from "./plots";
import { makeRenderer, Stage } from "./stage";
import { onThemeChange, readTheme, type Theme } from "./theme";
import type { Timeline } from "./timeline";
import { Troupe } from "./troupe";
import { Zoom } from "./zoom";

/** Of the motion: where it stands still for those who do not want things to move. */
const TELLING = 0.7;
const MOST_EVENTS = 200; // that are marked

/** Fills two empty elements: the picture with its player, and the plots. What cannot be read is said in words in their place. */
export function mountMotion(
  stage: HTMLElement,
  plots: HTMLElement,
  motion: Motion,
  { picture, others = [] }: { picture: string | null; others?: readonly OtherMotion[] },
): void {
  try {
    new Exhibit(stage, plots, motion, others, picture);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    stage.replaceChildren(element("p", "motion-error", `The motion cannot be shown: ${words}`));
    plots.replaceChildren();
  }
}

/** Fills an element with a film and its player. The answer takes it away again. */
export function mountFilm(stage: HTMLElement, film: Film): () => void {
  try {
    const exhibit = new Exhibit(stage, element("div", ""), film, [], null);
    return () => {
      exhibit.end();
      stage.replaceChildren();
    };
  } catch (error) {
    stage.replaceChildren(element("p", "motion-error", `The motion cannot be shown: ${error instanceof Error ? error.message : String(error)}`));
    return () => stage.replaceChildren();
  }
}

class Exhibit {
  private readonly timeline: Timeline;
  private readonly clock: Clock;
  private readonly stage: Stage | null;
  private readonly legend: Legend | null = null;
  private readonly player: Player;
  private readonly plots: Plots;
  private readonly driver: Driver;
  private readonly troupe: Troupe;
  private readonly cast: Cast | null = null;
  private theme: Theme;
  private readonly ending = new AbortController();
  private isUsed = false;
  /** The view has changed, or which arrows are shown. */
  private isViewNew = true;

  constructor(
    private readonly host: HTMLElement,
    plotHost: HTMLElement,
    motion: Film,
    others: readonly OtherMotion[],
    picture: string | null,
  ) {
    this.troupe = new Troupe(motion, others);
    this.timeline = this.troupe.lead;
    this.clock = new Clock(this.timeline);
    host.classList.add("motion-stage");
    plotHost.classList.add("motion-plots");
    this.theme = readTheme(host);
    this.driver = new Driver(this.clock, () => this.draw(), [host, plotHost]);
    this.stage = this.makeStage(motion.scene);
    if (picture !== null) host.append(pictureOf(picture, this.stage === null && motion.scene !== null));
    if (this.stage !== null) host.append(this.stage.view);
    const events = motion.events.slice(0, MOST_EVENTS).filter(({ t }) => Number.isFinite(t));
    this.player = new Player(this.clock, events, () => this.use());
    host.append(this.player.bar);
    if (!this.troupe.isAlone) host.append((this.cast = new Cast(this.troupe)).line);
    if (this.stage !== null) host.append((this.legend = new Legend(this.stage, motion.scene!)).line);
    this.plots = this.makePlots(
      plotHost,
      jointPanels(motion, others),
      events.map(({ t }) => t),
    );
    host.dataset.frames = String(this.timeline.count);
    this.listen();
    begin(host, this.clock, () => this.isUsed, this.ending.signal);
    this.driver.wake();
  }

  /** It is taken away: nothing listens or draws any more, and the memory of the picture is given back. */
  end(): void {
    this.ending.abort();
    this.driver.end();
    this.stage?.end();
  }

  /** Somebody has taken it into the hand: it does not begin to play by itself. */
  private use(): void {
    this.isUsed = true;
  }

  private makeStage(scene: Film["scene"]): Stage | null {
    const renderer = scene === null ? null : makeRenderer();
    if (scene === null || renderer === null) return null;
    const stage = new Stage(renderer, scene, this.troupe, () => {
      this.isViewNew = true;
      this.driver.wake();
    });
    stage.paint(this.theme);
    return stage;
  }

  private makePlots(host: HTMLElement, panels: readonly JointPanel[], events: number[]): Plots {
    const { timeline, clock, troupe } = this;
    const zoom = new Zoom(Math.min(timeline.start, timeline.end), Math.max(timeline.start, timeline.end));
    return new Plots(host, panels, { clock, timeline, troupe, zoom, events, theme: () => this.theme, onUse: () => this.use() });
  }

  private listen(): void {
    const { host } = this;
    const { signal } = this.ending;
    onThemeChange(() => {
      this.theme = readTheme(host);
      this.stage?.paint(this.theme);
      this.plots.paint();
      this.driver.wake();
    }, signal);
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isForPlayer(event)) return;
      if (this.player.press(event.key)) event.preventDefault();
    };
    host.addEventListener("keydown", press, { signal });
    this.plots.host.addEventListener("keydown", press);
  }

  private draw(): void {
    const { host, clock, stage } = this;
    this.troupe.locate(clock.time);
    this.plots.update(clock.time);
    this.cast?.update(clock.time);
    host.dataset.time = String(clock.time);
    host.dataset.playing = String(clock.playing);
    if (this.isViewNew) this.drawLegend();
    const isOutOfSight = host.dataset.ready === "true" && !this.driver.isSeen(host);
    if (stage === null || isOutOfSight || stage.draw()) host.dataset.ready = "true";
  }

  private drawLegend(): void {
    const { stage } = this;
    this.isViewNew = false;
    if (stage === null) return;
    this.legend?.update();
    this.host.dataset.arrows = (["velocity", "force"] as const).filter((kind) => stage.vectors(kind).shown).join(" ");
  }
}

/** The space bar presses a button, and opens a list, that has the focus; all other keys are for the player everywhere. */
function isForPlayer(event: KeyboardEvent): boolean {
  return event.key !== " " || !(event.target instanceof HTMLElement && event.target.closest("button, select, summary, a") !== null);
}

/** It plays when it comes into sight, unless somebody has used it or does not want things to move. */
function begin(host: HTMLElement, clock: Clock, isUsed: () => boolean, ending: AbortSignal): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    clock.seek(clock.timeline.at(TELLING));
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      if (!isUsed()) clock.play();
    },
    { threshold: 0.2 },
  );
  observer.observe(host);
  ending.addEventListener("abort", () => observer.disconnect());
}

/** The picture for paper; on the screen too where there is no other. */
function pictureOf(svg: string, isShown: boolean): HTMLImageElement {
  const image = element("img", "print-picture");
  image.classList.toggle("motion-picture-shown", isShown);
  image.alt = "The system at some moments of its motion";
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return image;
}
