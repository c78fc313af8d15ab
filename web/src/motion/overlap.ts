// Curves that lie on one another: of two the upper one is dashed, so that both are seen.
import type { Numbers } from "./decode";

const NEAR = 1e-6; // of the range of the chart

/** Dashes of one period: of three curves that are one, each is seen in its part of it. */
const DASHES: readonly (readonly number[])[] = [[9, 9], [5, 13], [2, 16]];

/** For each curve the dashes that let those below it be seen; null where it lies on none. All have one value for each frame. */
export function dashesOver(curves: readonly Numbers[], isLog: boolean): (readonly number[] | null)[] {
  // On a logarithmic axis 0 is out of sight.
  const drawn = curves.map((values) => (isLog ? Float64Array.from(values, (x) => (x > 0 ? Math.log10(x) : NaN)) : values));
  const near = NEAR * rangeOf(drawn);
  return drawn.map((curve, i) => {
    const below = drawn.slice(0, i).filter((other) => isSame(curve, other, near));
    return below.length === 0 ? null : DASHES[Math.min(below.length, DASHES.length) - 1]!;
  });
}

function rangeOf(curves: readonly Numbers[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const values of curves)
    for (const value of values)
      if (Number.isFinite(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
  return high > low ? high - low : 0;
}

/** Where there is no value in one there is none in the other; a curve without any lies on nothing. */
function isSame(a: Numbers, b: Numbers, near: number): boolean {
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    const isGap = !Number.isFinite(a[i]!);
    if (isGap !== !Number.isFinite(b[i]!) || Math.abs(a[i]! - b[i]!) > near) return false;
    if (!isGap) count++;
  }
  return count > 0;
}
