// Curves: all of them are one set of segments.
import type { Object3D } from "three";

import { mixRecord } from "../interpolate";
import type { Theme } from "../theme";
import type { Moment } from "../timeline";
import { FatLines } from "./fatlines";
import { blend, type Layer, type Shape } from "./layer";

const AWAY = 1e6; // where a piece with an end that is not there goes

export class Curves implements Layer {
  readonly objects: Object3D[];
  private readonly lines: FatLines;
  private readonly starts: number[] = [];
  private readonly owners: Shape[];
  private readonly record: Float64Array;
  private isDrawn = false;
  private readonly isFixed: boolean;

  constructor(private readonly shapes: Shape[]) {
    this.owners = shapes.flatMap((shape) => Array<Shape>(Math.max(shape.figure.count - 1, 0)).fill(shape));
    let start = 0;
    for (const { figure } of shapes) {
      this.starts.push(start);
      start += Math.max(figure.count - 1, 0);
    }
    this.lines = new FatLines(start, 1.8).moving();
    this.record = new Float64Array(Math.max(...shapes.map(({ track }) => track.width)));
    this.isFixed = shapes.every(({ track }) => track.values.length === track.width);
    this.objects = [this.lines.object];
  }

  update(moment: Moment): void {
    if (this.isDrawn && this.isFixed) return;
    const p = this.record;
    for (let i = 0; i < this.shapes.length; i++) {
      const { track, lift, figure } = this.shapes[i]!;
      const start = this.starts[i]!;
      mixRecord(track, moment, p);
      for (let k = 0; k + 1 < figure.count; k++) {
        const a = 3 * k;
        const sum = p[a]! + p[a + 1]! + p[a + 2]! + p[a + 3]! + p[a + 4]! + p[a + 5]!;
        if (Number.isFinite(sum))
          this.lines.set(
            start + k,
            p[a]! + lift[0],
            p[a + 1]! + lift[1],
            p[a + 2]! + lift[2],
            p[a + 3]! + lift[0],
            p[a + 4]! + lift[1],
            p[a + 5]! + lift[2],
          );
        else this.lines.set(start + k, AWAY, AWAY, AWAY, AWAY + 1, AWAY, AWAY);
      }
    }
    this.lines.flush();
    this.isDrawn = true;
  }

  paint(theme: Theme): void {
    const grey = blend(theme.inkSoft.rgb, theme.panel.rgb, 0.25);
    this.lines.paintEach((i) => {
      const number = this.owners[i]?.figure.colour ?? 7;
      return number === 7 ? grey : (theme.series[number]?.rgb ?? grey);
    });
  }
}
