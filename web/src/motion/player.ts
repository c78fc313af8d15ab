// The bar under the picture: play, step, the slider with the events on it, the time, the speed, the loop.
import type { Motion } from "../report";
import type { Clock } from "./clock";
import { button, element, icon } from "./dom";
import { formatNumber, formatTime } from "./numbers";
import { chooseSpeed, speedsAround } from "./scales";

const PLAY = "M4 2.2v11.6a.6.6 0 0 0 .9.5l9-5.8a.6.6 0 0 0 0-1l-9-5.8a.6.6 0 0 0-.9.5z";
const PAUSE = "M3.5 2h3v12h-3zM9.5 2h3v12h-3z";
const BACK = "M3 2.5h2v11H3zM13 2.9v10.2a.5.5 0 0 1-.8.4L6 8.4a.5.5 0 0 1 0-.8l6.2-5.1a.5.5 0 0 1 .8.4z";
const AHEAD = "M11 2.5h2v11h-2zM3 2.9v10.2a.5.5 0 0 0 .8.4L10 8.4a.5.5 0 0 0 0-.8L3.8 2.5a.5.5 0 0 0-.8.4z";
const LOOP = "M3 9V7a3 3 0 0 1 3-3h6M10 1.5 12.5 4 10 6.5M13 7v2a3 3 0 0 1-3 3H4M6 9.500 3.500 12 6 14.500";

const FINE = 10000; // positions of the slider
const KEY_STEP = FINE / 100;

export class Player {
  readonly bar: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly readout: HTMLElement;
  private readonly shapes = { play: icon(PLAY), pause: icon(PAUSE) };
  private shown = "";

  constructor(
    private readonly clock: Clock,
    events: Motion["events"],
    private readonly onUse: () => void,
  ) {
    this.playButton = button("motion-button motion-play", "Play", this.shapes.play, () => this.use(() => clock.toggle()));
    this.loopButton = button("motion-button motion-loop", "Loop", icon(LOOP, false), () =>
      this.use(() => {
        clock.loop = !clock.loop;
      }),
    );
    this.slider = this.makeSlider();
    this.readout = element("output", "motion-time");
    const back = button("motion-button motion-step", "One frame back (,)", icon(BACK), () => this.use(() => clock.step(-1)));
    const ahead = button("motion-button motion-step", "One frame ahead (.)", icon(AHEAD), () => this.use(() => clock.step(1)));
    const track = element("div", "motion-track", this.slider, ...this.marks(events));
    this.bar = element("div", "motion-player", this.playButton, back, ahead, track, this.readout, this.speedChoice(), this.loopButton);
    this.bar.setAttribute("role", "group");
    this.bar.setAttribute("aria-label", "Player");
    if (clock.timeline.duration === 0)
      for (const control of [this.playButton, back, ahead, this.slider, this.loopButton]) control.disabled = true;
    clock.subscribe(() => this.update());
    this.update();
  }

  /** Space, comma and full stop; true when the key was one of them. */
  press(key: string): boolean {
    if (key === " ") this.use(() => this.clock.toggle());
    else if (key === ",") this.use(() => this.clock.step(-1));
    else if (key === ".") this.use(() => this.clock.step(1));
    else return false;
    return true;
  }

  private use(act: () => void): void {
    this.onUse();
    act();
  }

  private makeSlider(): HTMLInputElement {
    const slider = element("input", "motion-slider");
    Object.assign(slider, { type: "range", min: "0", max: String(FINE), step: "1", value: "0" });
    slider.setAttribute("aria-label", "Time");
    const seek = (): void => this.use(() => this.clock.seek(this.clock.timeline.at(Number(slider.value) / FINE)));
    slider.addEventListener("input", seek);
    slider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      slider.value = String(Number(slider.value) + step * KEY_STEP);
      seek();
    });
    return slider;
  }

  private marks(events: Motion["events"]): HTMLElement[] {
    const { timeline } = this.clock;
    return events.map(({ name, t, direction }) => {
      const mark = element("span", "motion-mark");
      mark.style.setProperty("--at", timeline.progress(t).toFixed(5));
      mark.title = `${name}${direction === "true" ? "" : `, ${direction}`}: t = ${formatNumber(t, 6)}`;
      mark.addEventListener("click", () => this.use(() => this.clock.seek(t)));
      return mark;
    });
  }

  private speedChoice(): HTMLElement {
    const { clock } = this;
    const usual = chooseSpeed(clock.timeline.duration);
    const select = element("select", "motion-speed");
    select.append(
      ...speedsAround(usual).map((speed) => {
        const option = element("option", "", `×${formatNumber(speed)}`);
        option.value = String(speed);
        option.selected = speed === usual;
        return option;
      }),
    );
    select.title = "Playback speed (model time per second)";
    select.setAttribute("aria-label", "Speed");
    select.addEventListener("change", () => {
      clock.speed = Number(select.value);
    });
    clock.speed = usual;
    return select;
  }

  private update(): void {
    const { clock } = this;
    const { timeline } = clock;
    const time = `t = ${formatTime(clock.time, timeline.duration)}`;
    const state = `${clock.playing}${clock.loop}`;
    if (this.readout.textContent !== time) {
      this.readout.textContent = time;
      this.slider.setAttribute("aria-valuetext", time);
    }
    const progress = timeline.progress(clock.time);
    this.slider.value = String(Math.round(FINE * progress));
    this.slider.style.setProperty("--progress", `${100 * progress}%`);
    if (state === this.shown) return;
    this.shown = state;
    const label = clock.playing ? "Pause" : "Play";
    this.playButton.replaceChildren(clock.playing ? this.shapes.pause : this.shapes.play);
    this.playButton.title = `${label} (space)`;
    this.playButton.setAttribute("aria-label", label);
    this.loopButton.setAttribute("aria-pressed", String(clock.loop));
  }
}
