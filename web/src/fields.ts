// Reading values that come from outside, with messages that say where something is wrong.

export type Fields = Record<string, unknown>;

export interface Item {
  item: unknown;
  at: string;
}

export function readFields(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${where}: not an object`);
  return value as Fields;
}

export function readList(fields: Fields, key: string, where: string): Item[] {
  const list = fields[key];
  if (!Array.isArray(list)) throw new Error(`${where}: ${key} is not a list`);
  return list.map((item: unknown, i) => ({ item, at: `${where}: ${key} ${i + 1}` }));
}

export function readString(fields: Fields, key: string, where: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw new Error(`${where}: ${key} is not a string`);
  return value;
}

export function readStringOrNull(fields: Fields, key: string, where: string): string | null {
  return fields[key] === null ? null : readString(fields, key, where);
}

export function readStrings(fields: Fields, key: string, where: string): string[] {
  return readList(fields, key, where).map(({ item, at }) => {
    if (typeof item !== "string") throw new Error(`${at} is not a string`);
    return item;
  });
}

export function readNumber(fields: Fields, key: string, where: string): number {
  const value = fields[key];
  if (typeof value !== "number") throw new Error(`${where}: ${key} is not a number`);
  return value;
}

export function readNumberOrNull(fields: Fields, key: string, where: string): number | null {
  return fields[key] === null ? null : readNumber(fields, key, where);
}

export function readBoolean(fields: Fields, key: string, where: string): boolean {
  const value = fields[key];
  if (typeof value !== "boolean") throw new Error(`${where}: ${key} is neither true nor false`);
  return value;
}

export function readChoice<T extends string>(fields: Fields, key: string, choices: readonly T[], where: string): T {
  const value = readString(fields, key, where);
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new Error(`${where}: ${key} is "${value}", not one of ${choices.map((one) => `"${one}"`).join(", ")}`);
  return choice;
}
