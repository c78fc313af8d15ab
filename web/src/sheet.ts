// What `nonholo derive --as json` prints: one object for a formulation, a list of them for `--form all`
// (docs/commands.md, derive). Everything that comes from outside is examined before it gets one of these types.
import { readFields, readList, readString, readStringOrNull, readStrings, type Fields, type Item } from "./fields";

/** A formula in the notation of the language and in LaTeX. */
export interface Formula {
  text: string;
  latex: string;
}

/** A formula of a section; `factor`, in the notation of the language, is what an equation was multiplied by. */
export interface Line extends Formula {
  name: string;
  factor: string;
}

/** The sections that have lines, in the order of the page, with their headings: abbreviations before all that may use them. */
export const SECTIONS = {
  definitions: "abbreviations",
  constraints: "constraints",
  explicit: "explicit form",
  variables: "variables",
  velocities: "velocities",
  coefficients: "coefficients",
  equations: "equations of motion",
  rows: "differentiated constraints",
} as const;

export type SectionKey = keyof typeof SECTIONS;

export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

export interface Sheet {
  system: string;
  form: string;
  title: string;
  reference: string | null;
  unknowns: string[];
  signs: string[];
  sections: Record<SectionKey, Line[]>;
  assumptions: Formula[];
  notes: string[];
}

/** The sheets in the text that the program printed. */
export function parseSheets(json: string): Sheet[] {
  const value: unknown = JSON.parse(json);
  return (Array.isArray(value) ? value : [value]).map((item, i) => readSheet(item, `sheet ${i + 1}`));
}

/** One sheet as the program prints it. */
export function readSheet(value: unknown, where: string): Sheet {
  const fields = readFields(value, where);
  if (fields.format !== 1) throw new Error(`${where}: format ${String(fields.format)} is not known, only 1`);
  const sections = SECTION_KEYS.map((key) => [key, readList(fields, key, where).map(readLine)] as const);
  return {
    system: readString(fields, "system", where),
    form: readString(fields, "form", where),
    title: readString(fields, "title", where),
    reference: readStringOrNull(fields, "reference", where),
    unknowns: readStrings(fields, "unknowns", where),
    signs: readStrings(fields, "signs", where),
    sections: Object.fromEntries(sections) as Record<SectionKey, Line[]>,
    assumptions: readList(fields, "assumptions", where).map(({ item, at }) => readFormula(readFields(item, at), at)),
    notes: readStrings(fields, "notes", where),
  };
}

/** Equations are `of` an unknown or a constraint, everything else has a `name`; only equations have a `factor`. */
function readLine({ item, at }: Item): Line {
  const fields = readFields(item, at);
  return {
    name: readString(fields, "of" in fields ? "of" : "name", at),
    factor: "factor" in fields ? readString(fields, "factor", at) : "1",
    ...readFormula(fields, at),
  };
}

function readFormula(fields: Fields, where: string): Formula {
  return { text: readString(fields, "text", where), latex: readString(fields, "latex", where) };
}
