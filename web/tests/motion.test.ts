import { describe, expect, test } from "vitest";

import { Clock } from "../src/motion/clock";
import { decodePacked, decodeRecords } from "../src/motion/decode";
import { mixBody, mixRecord, mixRod, mixValue } from "../src/motion/interpolate";
import { formatNumber, formatTicks, formatTime } from "../src/motion/numbers";
import { dashesOver } from "../src/motion/overlap";
import {
  axisRange,
  chooseArrowScale,
  chooseSpeed,
  decadeRange,
  decades,
  roundBelow,
  sampleValue,
  speedsAround,
  SPEEDS,
} from "../src/motion/scales";
import { Timeline } from "../src/motion/timeline";
import { Zoom } from "../src/motion/zoom";
import { frameTimes, pack } from "./fixtures/motion";

const timelineOf = (...times: number[]): Timeline => new Timeline(Float64Array.from(times));

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("packed numbers", () => {
  test("come back as they were, with NaN", () => {
    const values = [0, -1.5, Math.PI, 1e300, NaN];
    expect([...decodePacked(pack(values, "f64"), "x")]).toEqual(values);
    const single = decodePacked(pack([0.1, NaN, -3]), "x");
    expect(single).toBeInstanceOf(Float32Array);
    expect([...single]).toEqual([Math.fround(0.1), NaN, -3]);
    expect(decodePacked("f32:", "x")).toHaveLength(0);
  });

  test("little-endian: 1 is 00 00 80 3f", () => {
    expect([...decodePacked("f32:AACAPw==", "x")]).toEqual([1]);
    expect([...decodePacked("f64:AAAAAAAA8D8=", "x")]).toEqual([1]);
  });

  test.each([
    ["f16:AAAA", /the wheel: numbers begin with "f32:" or "f64:", not with "f16:AAAA"/],
    ["f32:&&&&", /the wheel: this is not base64/],
    ["f32:AACA", /the wheel: 3 bytes are not a whole count of numbers of 4 bytes/],
    ["f64:AACAPw==", /4 bytes are not a whole count of numbers of 8 bytes/],
  ])("%s is an error in words", (packed, words) => {
    expect(() => decodePacked(packed, "the wheel")).toThrow(words);
  });

  test("records have one of the counts that are allowed", () => {
    expect(decodeRecords(pack([1, 2, 3]), 3, [5, 1], "p")).toHaveLength(3);
    expect(() => decodeRecords(pack([1, 2, 3, 4]), 3, [5, 1], "p")).toThrow("p: 4 numbers where there should be 3 × 5 or 3 × 1");
  });
});

describe("a timeline", () => {
  test("finds the frames around a time, as a plain search does", () => {
    const next = random(7);
    for (const direction of [1, -1]) {
      const times = frameTimes(60, 2, 9).map((t) => direction * t);
      const timeline = timelineOf(...times);
      const moment = { index: 0, fraction: 0 };
      for (let n = 0; n < 500; n++) {
        const t = direction * (1.5 + 8 * next());
        const within = timeline.clamp(t);
        timeline.locate(t, moment);
        const before = times.slice(0, 59).filter((time) => direction * time <= direction * within).length;
        expect(moment.index).toBe(Math.max(before - 1, 0));
        expect(times[moment.index]! + moment.fraction * (times[moment.index + 1]! - times[moment.index]!)).toBeCloseTo(within, 10);
      }
    }
  });

  test("steps to frames from between them and from on them", () => {
    const timeline = timelineOf(0, 1, 3, 4);
    expect([timeline.neighbour(1, 1), timeline.neighbour(1, -1), timeline.neighbour(2, 1), timeline.neighbour(2, -1)]).toEqual([
      3, 0, 3, 1,
    ]);
    expect([timeline.neighbour(4, 1), timeline.neighbour(4, -1), timeline.neighbour(0, -1)]).toEqual([4, 3, 0]);
  });

  test("copes with one frame, and with two at the same time", () => {
    const moment = { index: 5, fraction: 5 };
    timelineOf(2).locate(7, moment);
    expect(moment).toEqual({ index: 0, fraction: 0 });
    timelineOf(0, 1, 1, 2).locate(1, moment);
    expect(moment).toEqual({ index: 2, fraction: 0 });
    expect(() => timelineOf()).toThrow("at least one frame");
    expect(() => timelineOf(0, NaN)).toThrow("finite");
  });

  test("progress and time are inverse, backwards too", () => {
    const timeline = timelineOf(5, 2, -3);
    expect([timeline.direction, timeline.duration, timeline.at(0.25), timeline.progress(3), timeline.at(2)]).toEqual([-1, 8, 3, 0.25, -3]);
  });
});

describe("the clock", () => {
  const clockOf = (...times: number[]): Clock => new Clock(timelineOf(...times));

  test("advances only while it plays, at its speed", () => {
    const clock = clockOf(0, 10);
    clock.advance(1);
    expect(clock.time).toBe(0);
    clock.play();
    clock.speed = 2;
    clock.advance(1.5);
    expect(clock.time).toBe(3);
    clock.pause();
    clock.advance(1);
    expect([clock.time, clock.playing]).toEqual([3, false]);
  });

  test("loops, or stops at the end and begins anew", () => {
    const clock = clockOf(1, 3);
    clock.play();
    clock.advance(2.5);
    expect(clock.time).toBeCloseTo(1.5);
    clock.loop = false;
    clock.advance(2);
    expect([clock.time, clock.playing]).toEqual([3, false]);
    clock.play();
    expect([clock.time, clock.playing]).toEqual([1, true]);
  });

  test("goes down in a motion run backwards", () => {
    const clock = clockOf(5, 1, -5);
    clock.play();
    clock.advance(2);
    expect(clock.time).toBe(3);
    clock.seek(-20);
    expect(clock.time).toBe(-5);
    clock.step(-1);
    expect([clock.time, clock.playing]).toEqual([1, false]);
  });

  test("tells of changes, and of nothing else", () => {
    const clock = clockOf(0, 1, 2);
    let told = 0;
    const stop = clock.subscribe(() => told++);
    clock.seek(0);
    clock.pause();
    clock.seek(NaN);
    expect(told).toBe(0);
    clock.seek(1);
    clock.play();
    expect(told).toBe(2);
    stop();
    clock.seek(0.5);
    expect(told).toBe(2);
  });

  test("does not play what has no duration, and takes no speed that is not above 0", () => {
    const clock = clockOf(4);
    clock.play();
    expect(clock.playing).toBe(false);
    expect(() => {
      clock.speed = 0;
    }).toThrow("0 is not above 0");
  });
});

describe("between frames", () => {
  const out = new Float64Array(12);

  test("places are mixed, and a record alone is for all frames", () => {
    const track = { values: Float32Array.from([0, 0, 0, 4, 8, -2]), width: 3 };
    expect(mixRecord(track, { index: 0, fraction: 0.25 }, out)).toBe(true);
    expect([...out.subarray(0, 3)]).toEqual([1, 2, -0.5]);
    expect(mixRecord({ values: Float32Array.from([1, 2, 3]), width: 3 }, { index: 17, fraction: 0.5 }, out)).toBe(true);
    expect([...out.subarray(0, 3)]).toEqual([1, 2, 3]);
  });

  test("what is not there hides only what touches it", () => {
    const track = { values: Float32Array.from([1, NaN, 3]), width: 1 };
    expect([0, 0.5, 1].map((fraction) => mixRecord(track, { index: 0, fraction }, out))).toEqual([true, false, false]);
    expect(mixRecord(track, { index: 1, fraction: 1 }, out)).toBe(true);
    expect(out[0]).toBe(3);
    const times = Float64Array.from(track.values, (_, i) => i);
    expect(mixValue(track.values, { index: 0, fraction: 0.5 }, times)).toBeNaN();
    expect(mixValue(track.values, { index: 1, fraction: 1 }, times)).toBe(3);
  });

  test("a curve between frames is a cubic, not a line", () => {
    const times = Float64Array.from([0, 0.1, 0.25, 0.3, 0.45, 0.5]);
    const cube = times.map((t) => 1 + t - 2 * t ** 3);
    for (const [index, fraction] of [[0, 0.3], [1, 0.5], [3, 0.9], [4, 0.2]] as const) {
      const t = times[index]! + fraction * (times[index + 1]! - times[index]!);
      expect(mixValue(cube, { index, fraction }, times)).toBeCloseTo(1 + t - 2 * t ** 3, 12);
    }
    const jump = Float64Array.from([0, 0, 0, 100, 100, 100]); // where it would swing out it is a line
    expect(mixValue(jump, { index: 1, fraction: 0.5 }, times)).toBeGreaterThanOrEqual(-5);
  });

  test("axes keep their length while they turn", () => {
    const from = [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 3];
    const [c, s] = [Math.cos(Math.PI / 3), Math.sin(Math.PI / 3)];
    const to = [1, 0, 0, 2 * c, 2 * s, 0, -s, c, 0, 0, 0, 5];
    const track = { values: Float32Array.from([...from, ...to]), width: 12 };
    expect(mixBody(track, { index: 0, fraction: 0.5 }, out)).toBe(true);
    expect(out[0]).toBe(0.5);
    expect(out[3]).toBeCloseTo(2 * Math.cos(Math.PI / 6));
    expect(out[4]).toBeCloseTo(2 * Math.sin(Math.PI / 6));
    expect(Math.hypot(out[6]!, out[7]!, out[8]!)).toBeCloseTo(1);
    expect(out[11]).toBeCloseTo(4);
  });

  test("of more than 60 degrees the nearer frame is taken, of bodies and of rods", () => {
    const spun = (angle: number): number[] => [angle, 0, 0, Math.cos(angle), Math.sin(angle), 0, -Math.sin(angle), Math.cos(angle), 0, 0, 0, 1];
    const rod = (angle: number): number[] => [angle, 0, 0, angle + Math.cos(angle), Math.sin(angle), 0];
    for (const degrees of [62, 90, 120, 179, 181, 250, 297]) {
      const angle = (degrees * Math.PI) / 180;
      for (const fraction of [0.01, 0.3, 0.49, 0.5, 0.7, 0.99]) {
        const nearer = fraction < 0.5 ? 0 : angle;
        mixBody({ values: Float64Array.from([...spun(0), ...spun(angle)]), width: 12 }, { index: 0, fraction }, out);
        expect([...out]).toEqual(spun(nearer));
        const line = new Float64Array(6);
        mixRod({ values: Float64Array.from([...rod(0), ...rod(angle)]), width: 6 }, { index: 0, fraction }, line);
        expect([...line]).toEqual(rod(nearer));
      }
    }
    const line = new Float64Array(6);
    mixRod({ values: Float64Array.from([...rod(0), ...rod(1)]), width: 6 }, { index: 0, fraction: 0.5 }, line);
    expect(line[0]).toBeCloseTo(0.5);
  });

  test("half a turn takes the nearer frame", () => {
    const track = { values: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 1]), width: 12 };
    mixBody(track, { index: 0, fraction: 0.5 }, out);
    expect([...out.subarray(3, 6)]).toEqual([-1, 0, 0]);
    expect(Math.hypot(...out.subarray(3, 6))).toBe(1);
  });
});

describe("frames that are not joined", () => {
  const timeline = new Timeline(Float64Array.from([0, 1, 3, 4]), false);
  const at = (time: number): number => {
    const moment = { index: 0, fraction: 0 };
    timeline.locate(time, moment);
    return moment.index + moment.fraction;
  };

  test("a moment is the nearest of them", () => {
    expect([0, 0.4, 0.6, 1, 1.9, 2.1, 3.4, 3.6, 4].map(at)).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3]);
  });

  test("none is left out by steps", () => {
    expect([0, 0.4, 0.6, 1, 2.9].map((time) => timeline.neighbour(time, 1))).toEqual([1, 1, 1, 3, 3]);
    expect([4, 3.6, 3, 0.6].map((time) => timeline.neighbour(time, -1))).toEqual([3, 3, 1, 0]);
  });
});

describe("curves that lie on one another", () => {
  const curve = (f: (i: number) => number): Float64Array => Float64Array.from({ length: 50 }, (_, i) => f(i));
  const isOver = (isLog: boolean, ...curves: Float64Array[]): boolean[] => dashesOver(curves, isLog).map((dash) => dash !== null);

  test("are found within a millionth of the range", () => {
    const wide = curve((i) => 10 * Math.sin(i));
    const near = curve((i) => 10 * Math.sin(i) + 1e-5);
    const far = curve((i) => 10 * Math.sin(i) + (i === 30 ? 1e-4 : 0));
    expect(isOver(false, wide, near, far)).toEqual([false, true, false]);
    expect(isOver(false, curve(() => 0), curve(() => 0), curve(() => 1e-9))).toEqual([false, true, false]);
  });

  test("have the same gaps, and a curve without values lies on none", () => {
    const gap = curve((i) => (i === 7 ? NaN : i));
    const none = curve(() => NaN);
    expect(isOver(false, curve((i) => i), gap, gap, none, none)).toEqual([false, false, true, false, false]);
  });

  test("each of three has its own dashes", () => {
    const line = curve((i) => i);
    const [, second, third] = dashesOver([line, line, line], false);
    expect(second).not.toEqual(third);
    expect(second![0]! + second![1]!).toBe(third![0]! + third![1]!);
    expect(third![0]!).toBeLessThan(second![0]!);
  });

  test("on a logarithmic axis are compared there", () => {
    const small = curve((i) => 10 ** -i);
    expect(isOver(true, small, curve((i) => 10 ** -i * (1 + 1e-6)), curve((i) => 2 * 10 ** -i))).toEqual([false, true, false]);
    expect(isOver(true, small, curve((i) => (i === 3 ? 0 : 10 ** -i)))).toEqual([false, false]);
  });
});

describe("round numbers", () => {
  test("a motion takes 5 to 20 seconds at the speed that is chosen", () => {
    for (let duration = 1e-6; duration < 1e7; duration *= 1.07) {
      const speed = chooseSpeed(duration);
      const seconds = duration / speed;
      expect(seconds).toBeGreaterThanOrEqual(5 * (1 - 1e-9));
      expect(seconds).toBeLessThanOrEqual(20 * (1 + 1e-9));
      expect(speedsAround(speed)).toContain(speed);
    }
    expect([chooseSpeed(5), chooseSpeed(20), chooseSpeed(0), chooseSpeed(4), chooseSpeed(40), chooseSpeed(1)]).toEqual([
      1, 1, 1, 0.5, 5, 0.1,
    ]);
    expect(speedsAround(1)).toEqual(SPEEDS);
    expect(speedsAround(0.002)).toEqual([0.0002, 0.0005, 0.001, 0.002, 0.004, 0.01]);
  });

  test("1, 2 and 5 times powers of ten", () => {
    expect([1, 1.99, 2, 4.99, 5, 9.99, 0.003, 0.2, 1234, 1e-9].map(roundBelow)).toEqual([1, 1, 2, 2, 5, 5, 0.002, 0.2, 1000, 1e-9]);
  });

  test("the largest arrow has the length that is wanted; the sample is round and not longer than told", () => {
    const scale = chooseArrowScale(12.3, 0.4)!;
    expect(scale.scale * 12.3).toBeCloseTo(0.4);
    expect(sampleValue(scale, 1)).toBe(10);
    expect(sampleValue(scale, 0.1)).toBe(2);
    expect([chooseArrowScale(0, 1), chooseArrowScale(NaN, 1), chooseArrowScale(Infinity, 1)]).toEqual([null, null, null]);
  });

  test("axes hold their values, and show as level what hardly changes", () => {
    const [low, high] = axisRange(-2, 6);
    expect(low).toBeLessThan(-2);
    expect(high).toBeGreaterThan(6);
    const [a, b] = axisRange(10, 10 + 1e-12);
    expect(b - a).toBeGreaterThan(1e-5);
    expect(axisRange(0, 0)).toEqual([-1, 1]);
    expect(axisRange(NaN, NaN)).toEqual([0, 1]);
  });

  test("decades", () => {
    expect(decadeRange(3e-15, 2e-12)).toEqual([1e-15, 1e-11]);
    expect(decadeRange(Infinity, 0)).toEqual([1e-17, 1e-15]);
    expect(decadeRange(1e-3, 1e-3)[0]).toBeLessThan(1e-3);
    expect(decades(1e-16, 1e-8, 4)).toHaveLength(3);
    expect(decades(1e-3, 1e-1, 9)).toHaveLength(3);
  });
});

describe("numbers as text", () => {
  test("with few digits and real signs", () => {
    expect([0, 1, -0.5, 12.34567, 1e-7, -2.5e8, NaN, Infinity, 123456].map((x) => formatNumber(x))).toEqual([
      "0",
      "1",
      "−0.5",
      "12.35",
      "10⁻⁷",
      "−2.5·10⁸",
      "–",
      "∞",
      "123456",
    ]);
  });

  test("times keep their decimals", () => {
    expect([formatTime(1.5, 10), formatTime(-0.25, 10), formatTime(7, 250), formatTime(0.5, 0.8)]).toEqual([
      "1.50",
      "−0.25",
      "7.0",
      "0.500",
    ]);
  });

  test("ticks have the digits of their step, from a common number on when they are long", () => {
    expect(formatTicks([0, 0.5, 1], 0.5)).toEqual({ base: 0, labels: ["0", "0.5", "1"] });
    expect(formatTicks([0, 2.5, 5, 7.5], 2.5).labels).toEqual(["0", "2.5", "5", "7.5"]);
    const { base, labels } = formatTicks([10, 10.00001, 10.00002], 1e-5);
    expect(base).toBeCloseTo(10.00001, 9);
    expect(labels).toEqual(["−10⁻⁵", "0", "+10⁻⁵"]);
  });
});

describe("the span of time that charts show", () => {
  test("stays within the whole and tells of changes", () => {
    const zoom = new Zoom(0, 10);
    let told = 0;
    zoom.subscribe(() => told++);
    zoom.show(4, 2);
    expect([zoom.min, zoom.max, zoom.isWhole]).toEqual([2, 4, false]);
    zoom.by(2, 2);
    expect([zoom.min, zoom.max]).toEqual([2, 6]);
    zoom.move(100);
    expect([zoom.min, zoom.max]).toEqual([6, 10]);
    zoom.show(NaN, 3);
    expect(told).toBe(3);
    zoom.by(1000, 5);
    expect(zoom.isWhole).toBe(true);
    zoom.show(5, 5);
    expect(zoom.max - zoom.min).toBeCloseTo(1e-6, 8);
    zoom.reset();
    expect(zoom.isWhole).toBe(true);
  });
});
