// The reading of the report that is in the page. All that the text of the page shows is examined here; frames, curves and scenes are
// left to those who unpack them (src/motion).
import {
  readBoolean, readChoice, readFields, readList, readNumber, readNumberOrNull, readString, readStringOrNull, readStrings,
  type Fields, type Item,
} from "./fields";
import type { Analysis, Equations, Fact, Integrals, Motion, OtherMotion, PieceKind, Report, Row, Stability } from "./report";
import { readSheet, type Sheet } from "./sheet";

const PIECE_KINDS: readonly PieceKind[] = ["", "comment", "keyword", "number", "string", "function"];

/** The report in this text; an error says in words what is wrong with it. */
export function parseReport(json: string): Report {
  const fields = readFields(JSON.parse(json), "report");
  if (fields.format !== 1) throw new Error(`report: format ${String(fields.format)} is not known, only 1`);
  return {
    format: 1,
    title: readString(fields, "title", "report"),
    about: readStrings(fields, "about", "report"),
    version: readString(fields, "version", "report"),
    repeat: readRepeat(readFields(fields.repeat, "report: repeat")),
    model: readModel(readFields(fields.model, "report: model")),
    picture: readStringOrNull(fields, "picture", "report"),
    analysis: fields.analysis === null ? null : readAnalysis(readFields(fields.analysis, "report: analysis")),
    equations: readList(fields, "equations", "report").map(readEquations),
    motion: fields.motion === null ? null : readMotion(fields.motion, "report: motion"),
    others: readList(fields, "others", "report").map(readOther),
    integrals: fields.integrals === null ? null : readIntegrals(readFields(fields.integrals, "report: integrals")),
    stability: fields.stability === null ? null : readStability(readFields(fields.stability, "report: stability")),
    warnings: readStrings(fields, "warnings", "report"),
    references: readList(fields, "references", "report").map(readReference),
  };
}

function readReference({ item, at }: Item): Report["references"][number] {
  const fields = readFields(item, at);
  return { tag: readString(fields, "tag", at), paper: readString(fields, "paper", at) };
}

function readIntegrals(fields: Fields): Integrals {
  const where = "report: integrals";
  for (const { item, at } of readList(fields, "integrals", where)) {
    const integral = readFields(item, at);
    for (const key of ["text", "latex", "by", "from"]) readString(integral, key, at);
    for (const key of ["when", "where", "field", "generators"]) readStringOrNull(integral, key, at);
    readBoolean(integral, "gauge", at);
    readNumberOrNull(integral, "degree", at);
  }
  for (const { item, at } of readList(fields, "values", where)) {
    if (item === null) continue;
    const value = readFields(item, at);
    for (const key of ["start", "drift"]) readNumberOrNull(value, key, at);
  }
  for (const { item, at } of readList(fields, "symmetries", where)) {
    const symmetry = readFields(item, at);
    for (const key of ["text", "latex", "momentum"]) readString(symmetry, key, at);
    for (const key of ["rate", "by"]) readStringOrNull(symmetry, key, at);
  }
  for (const { item, at } of readList(fields, "linear", where)) {
    const linear = readFields(item, at);
    readString(linear, "variable", at);
    readStrings(linear, "equations", at);
    for (const key of ["second_order", "special"]) readStringOrNull(linear, key, at);
  }
  if (fields.separation !== null) {
    const at = `${where}: separation`, separation = readFields(fields.separation, at);
    for (const key of ["quasi", "rates"]) readStrings(separation, key, at);
    for (const key of ["positions", "by"]) readString(separation, key, at);
  }
  for (const key of ["commutators", "searched"]) readStrings(fields, key, where);
  for (const key of ["most", "undecided"]) readNumber(fields, key, where);
  readStringOrNull(fields, "why", where);
  return fields as unknown as Integrals;
}

function readStability(fields: Fields): Stability {
  const where = "report: stability";
  readString(fields, "name", where);
  for (const key of ["values", "re", "im"]) readList(fields, key, where);
  readStrings(fields, "verdicts", where);
  for (const { item, at } of readList(fields, "changes", where)) {
    const change = readFields(item, at);
    for (const key of ["value", "radius", "re", "omega"]) readNumber(change, key, at);
    for (const key of ["digits", "kind", "before", "after"]) readString(change, key, at);
    for (const key of ["formula", "latex"]) readStringOrNull(change, key, at);
  }
  if (fields.motion !== null) {
    const at = `${where}: motion`, motion = readFields(fields.motion, at);
    readNumber(motion, "value", at);
    for (const key of ["kind", "verdict", "reason"]) readString(motion, key, at);
    for (const key of ["ignorable", "family", "coordinates", "states", "eigenvalues"]) readStrings(motion, key, at);
    for (const key of ["M", "C", "K", "A"]) readList(motion, key, at);
    readList(motion, "modes", at).forEach(readMode);
  }
  return fields as unknown as Stability;
}

/** The films are left to those who show them. */
function readMode({ item, at }: Item): void {
  const fields = readFields(item, at);
  readString(fields, "eigenvalue", at);
  for (const part of readList(fields, "parts", at))
    if (!Array.isArray(part.item) || part.item.length !== 2 || part.item.some((one) => typeof one !== "string")) throw new Error(`${part.at}: not a name and a text`);
  for (const key of ["steady", "growing"]) if (fields[key] !== null) readString(readFields(fields[key], `${at}: ${key}`), "times", `${at}: ${key}`);
}

function readRepeat(fields: Fields): Report["repeat"] {
  const where = "report: repeat";
  return {
    command: readStringOrNull(fields, "command", where),
    date: readStringOrNull(fields, "date", where),
    seed: readString(fields, "seed", where),
  };
}

function readModel(fields: Fields): Report["model"] {
  const where = "report: model";
  return { file: readString(fields, "file", where), pieces: readList(fields, "pieces", where).map(readPiece) };
}

function readPiece({ item, at }: Item): [PieceKind, string] {
  const [kind, text] = Array.isArray(item) ? (item as unknown[]) : [];
  if (typeof text !== "string") throw new Error(`${at}: not a kind and a text`);
  // A kind of a later version is shown as plain text.
  return [PIECE_KINDS.find((one) => one === kind) ?? "", text];
}

function readAnalysis(fields: Fields): Analysis {
  const where = "report: analysis";
  return {
    sections: readList(fields, "sections", where).map(({ item, at }) => {
      const section = readFields(item, at);
      const lines = readList(section, "lines", at).map((line) => {
        const { label, text } = readFields(line.item, line.at);
        return { label: readString({ label }, "label", line.at), text: readString({ text }, "text", line.at) };
      });
      return { title: readString(section, "title", at), lines };
    }),
    rows: readList(fields, "rows", where).map(readRow),
  };
}

function readRow({ item, at }: Item): Row {
  const fields = readFields(item, at);
  return {
    name: readString(fields, "name", at),
    imposed: readBoolean(fields, "imposed", at),
    kind: readString(fields, "kind", at),
    degree: readNumberOrNull(fields, "degree", at),
    homogeneous: readFact(fields, "homogeneous", at),
    rheonomic: readFact(fields, "rheonomic", at),
    redundant: readFact(fields, "redundant", at),
    integrable: readFact(fields, "integrable", at),
    text: readString(fields, "text", at),
    latex: readString(fields, "latex", at),
    line: readNumber(fields, "line", at),
  };
}

function readFact(row: Fields, key: string, where: string): Fact {
  const at = `${where}: ${key}`;
  const fields = readFields(row[key], at);
  return {
    truth: readChoice(fields, "truth", ["yes", "no", "unknown"], at),
    by: readChoice(fields, "by", ["proved", "certified", "unknown"], at),
  };
}

function readEquations({ item, at }: Item): Equations {
  const fields = readFields(item, at);
  return {
    form: readString(fields, "form", at),
    title: readString(fields, "title", at),
    sheet: fields.sheet === null ? null : readReportSheet(fields.sheet, `${at}: sheet`),
    latex: readStringOrNull(fields, "latex", at),
    why: readStringOrNull(fields, "why", at),
  };
}

/** A sheet as `derive --as json` prints it, or with its sections in an object of their own. */
function readReportSheet(value: unknown, where: string): Sheet {
  const fields = readFields(value, where);
  if (!("sections" in fields)) return readSheet(fields, where);
  return readSheet({ format: 1, ...fields, ...readFields(fields.sections, `${where}: sections`) }, where);
}

function readMotion(value: unknown, where: string): Motion {
  const fields = readFields(value, where);
  readFields(fields.numbers, `${where}: numbers`);
  for (const key of ["name", "outcome", "form", "method", "times"]) readString(fields, key, where);
  readStringOrNull(fields, "message", where);
  readBoolean(fields, "joined", where);
  for (const key of ["invariants", "claims", "events", "panels"]) {
    for (const { item, at } of readList(fields, key, where)) {
      const entry = readFields(item, at);
      readString(entry, key === "panels" ? "label" : "name", at);
    }
  }
  if (fields.scene !== null) readFields(fields.scene, `${where}: scene`);
  return fields as unknown as Motion;
}

function readOther({ item, at }: Item): OtherMotion {
  const motion = readMotion(item, at) as OtherMotion;
  if (motion.difference === null) return motion;
  const where = `${at}: difference`;
  const fields = readFields(motion.difference, where);
  for (const key of ["threshold", "largest"]) readNumber(fields, key, where);
  readNumberOrNull(fields, "visible", where);
  for (const key of ["coordinate", "times"]) readString(fields, key, where);
  readString(readFields(fields.panel, `${where}: panel`), "label", `${where}: panel`);
  return motion;
}
