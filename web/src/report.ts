// What `nonholo report` puts into the page: one JSON object, in the element with the id "report-data". The C side (src/out/report*.c)
// writes it; everything that can be computed is computed there. Here are its types, and the reading of it.
import type { Sheet } from "./sheet";

/** Numbers as the base64 of little-endian floats: "f32:..." or "f64:..."; NaN where there is no value. */
export type Packed = string;

export type Vector = [number, number, number];

export interface Report {
  format: 1;
  title: string;
  /** What the model says about itself in the comment at its head, as paragraphs; the first may be a reference to a paper. */
  about: string[];
  /** Of nonholo: "0.1.0". */
  version: string;
  /** The command that makes this page again, the day it was made (2026-01-31), the seed; null when not told. */
  repeat: { command: string | null; date: string | null; seed: string };
  /** The text of the model in pieces with their kinds; all pieces together are the text. */
  model: { file: string; pieces: [PieceKind, string][] };
  /** A picture of the system as SVG, for paper and for browsers without WebGL; null when there is no motion. */
  picture: string | null;
  analysis: Analysis | null;
  /** Every formulation, in the order of the program, those that do not apply too. */
  equations: Equations[];
  motion: Motion | null;
  /** Further motions from the same start, by other formulations; the first is what they are measured by. */
  others: OtherMotion[];
  /** Null when they were not asked for. */
  integrals: Integrals | null;
  /** Of the steady motion nearest to the initial state; null when it was not asked for. */
  stability: Stability | null;
  /** Warnings of the program. */
  warnings: string[];
  /** The papers that tags in the texts stand for: "[Simple]". */
  references: { tag: string; paper: string }[];
}

/** "" is plain: blanks, signs, names. */
export type PieceKind = "" | "comment" | "keyword" | "number" | "string" | "function";

/** What `check` says. */
export interface Analysis {
  /** In words: sections with lines, each with a label (which may be empty) and a sentence or a list. */
  sections: { title: string; lines: { label: string; text: string }[] }[];
  /** The constraints, then the conditions that are not imposed. */
  rows: Row[];
}

/** What `integrals` says. */
export interface Integrals {
  integrals: {
    text: string;
    latex: string;
    /** In the velocities; null when it is not a polynomial in them. */
    degree: number | null;
    by: string;
    /** "energy", "momentum of x", "ansatz" */
    from: string;
    /** Parameters for which it is one, and where the proof holds; null: all, everywhere. */
    when: string | null;
    where: string | null;
    /** Of which it is the momentum, and the same by symmetries, with functions as coefficients where `gauge` is true; null: none, or too long. */
    field: string | null;
    generators: string | null;
    gauge: boolean;
  }[];
  /** Along the motion, for each; null where it has no value at its start, or there is no motion. */
  values: ({ start: number | null; drift: number | null } | null)[];
  /** The rate of the momentum, and what it rests on; null, both: undecided. */
  symmetries: { text: string; latex: string; momentum: string; rate: string | null; by: string | null }[];
  /** "[X1, X2] = X3" */
  commutators: string[];
  linear: { variable: string; equations: string[]; second_order: string | null; special: string | null }[];
  /** Quasi-velocities with their rates, and the positions in these: "theta" or ""; null: none are proposed. */
  separation: { quasi: string[]; rates: string[]; positions: string; by: string } | null;
  /** How many independent ones there can be; 0: not known. */
  most: number;
  undecided: number;
  searched: string[];
  /** Why there was no larger search; null: there was. */
  why: string | null;
}

/** Eigenvalues of a steady motion over the values of a quantity. */
export interface Stability {
  /** What is varied: "v", "psi'". */
  name: string;
  /** At one of the values, the nearest to that of the model: null when it has no linearised equations. */
  motion: {
    value: number;
    /** "equilibrium" or "steady motion" */
    kind: string;
    ignorable: string[];
    family: string[];
    /** Of M x'' + C x' + K x = 0; empty when there is no such form. Matrices are lists of rows. */
    coordinates: string[];
    M: number[][]; C: number[][]; K: number[][];
    /** Of z' = A z. */
    states: string[];
    A: number[][];
    /** As `linearize` prints them. */
    eigenvalues: string[];
    modes: Mode[];
    verdict: string;
    reason: string;
  } | null;
  values: number[];
  /** Tracks, each with an entry for each value; null where there is none. */
  re: (number | null)[][];
  im: (number | null)[][];
  /** One for each value; "none": no steady motion was found there. */
  verdicts: string[];
  /** As `stability --json` lists them: `digits` are the certain ones of the value, `formula` and `latex` its closed form; the eigenvalue is there at
   * re + omega i. */
  changes: { value: number; radius: number; digits: string; formula: string | null; latex: string | null; kind: string; re: number; omega: number; before: string; after: string }[];
}

/** The eigenvector of a simple eigenvalue, and what there is to see of it. */
export interface Mode {
  eigenvalue: string;
  /** Names of states, each with its part of the vector as text: "0.5 - 2 i". */
  parts: [string, string][];
  /** With an amplitude that stays, and with one that grows or decays as the eigenvalue says; null: nothing to see. */
  steady: ModeFilm | null;
  growing: ModeFilm | null;
}

export interface ModeFilm { times: Packed; scene: Scene }

export interface Row {
  name: string;
  imposed: boolean;
  /** "linear", "affine", "geometric", ... or "unknown". */
  kind: string;
  degree: number | null;
  homogeneous: Fact;
  rheonomic: Fact;
  redundant: Fact;
  integrable: Fact;
  /** What is 0. */
  text: string;
  latex: string;
  line: number;
}

/** An answer, and on what it rests. */
export interface Fact {
  truth: "yes" | "no" | "unknown";
  by: "proved" | "certified" | "unknown";
}

export interface Equations {
  /** "voronec" */
  form: string;
  /** "the generalised equations of Voronec" */
  title: string;
  /** Null when it does not apply, or would be too long here: then `why` says so. */
  sheet: Sheet | null;
  /** A fragment for a paper: what the copy button gives. */
  latex: string | null;
  why: string | null;
}

/** What the stage and the plots show. */
export interface Film {
  /** Of a motion the formulation, as it was requested: "vakonomic". */
  name: string;
  /** The equations that were solved, in words. */
  form: string;
  events: { name: string; t: number; direction: "rising" | "falling" | "true" }[];
  /** f64: the times of the frames, in the order of the run: rising, or falling when the motion was run backwards. Not evenly spaced. */
  times: Packed;
  /** Whether lines may join neighbouring frames; else they are too far apart, and are shown as dots. */
  joined: boolean;
  panels: Panel[];
  scene: Scene | null;
}

export interface Motion extends Film {
  /** "finished", "stopped", "singular", "failed" */
  outcome: string;
  message: string | null;
  /** In words. */
  method: string;
  numbers: {
    from: number; to: number; end: number;
    rtol: number; atol: number;
    freedoms: number;
    steps: number; rejected: number; evaluations: number;
    /** Of its CSV; of constraints that are imposed. */
    rows: number; constraints: number;
    /** Points that are shown here. */
    frames: number;
    /** Null when there is no such number. */
    residual: number | null; energy_error: number | null;
  };
  invariants: { name: string; start: number | null; drift: number | null }[];
  claims: { name: string; error: number | null; holds: boolean }[];
}

export interface OtherMotion extends Motion {
  /** Null when it has no times in common with the first. */
  difference: Difference | null;
}

/** How far a motion is from the first one: of each coordinate, relative to the size of the coordinates of its sort. */
export interface Difference {
  /** More than this counts as visible; from when on there is more, null: never. */
  threshold: number;
  visible: number | null;
  /** The largest, and of which coordinate. */
  largest: number;
  coordinate: string;
  /** f64: the times at which both motions have points; the curves of the panel are over these. */
  times: Packed;
  panel: Panel;
}

/** Curves that share an axis. Every curve has one value for each frame. */
export interface Panel {
  group: "coordinates" | "velocities" | "energies" | "multipliers" | "watches" | "forces" | "residuals" | "integrals" | "differences";
  label: string;
  /** "log": the values are >= 0, and 0 is below the axis. */
  scale: "linear" | "log";
  /** "3 of 20 shown"; null when nothing is left out. */
  note: string | null;
  curves: { name: string; latex: string | null; values: Packed }[];
}

/** What there is to see. Lengths are those of the model; z is up unless the view says otherwise. */
export interface Scene {
  /** Unit vectors: to the right, up, and towards the eye. A flat system lies in a plane with the normal `front`. */
  view: { right: Vector; up: Vector; front: Vector; flat: boolean };
  /** A box around everything at all times. */
  low: Vector;
  high: Vector;
  /** The ground: a plane with a grid, through `at`, spanned by unit vectors, within bounds along them; null: none. */
  ground: { at: Vector; e1: Vector; e2: Vector; low: [number, number]; high: [number, number]; step: number } | null;
  figures: Figure[];
  /** Paths of points: x, y, z by frame. The name is "" where it is the path of nothing that has one. */
  trails: { name: string; colour: number; points: Packed }[];
  /** Points and bodies with mass: where they are, their velocity, the force of the constraints on them: x, y, z by frame each. */
  arrows: { name: string; at: Packed; velocity: Packed; force: Packed | null }[];
}

export type FigureKind =
  | "point" | "segment" | "spring" | "arrow" | "disc" | "sphere" | "ellipsoid" | "box" | "frame" | "curve" | "plane";

/**
 * A shape. `data` (f32) has one record for each frame, or one alone when it is fixed:
 *
 *   point               at
 *   segment spring arrow  at, to
 *   disc sphere ellipsoid box frame plane
 *                       at, axis 1, axis 2, axis 3: of a disc two radii and the unit normal, of a sphere three radii, of an ellipsoid its half
 *                       axes, of a box half of its edges, of a frame unit vectors, of a plane two unit vectors in it and the unit normal
 *   curve               `count` points
 */
export interface Figure {
  kind: FigureKind;
  /** A number of the palette: 0 to 6; 7 is the grey of what stands still. */
  colour: number;
  fixed: boolean;
  /** A body whose marks should show how it turns. */
  turns: boolean;
  count: number;
  data: Packed;
}
