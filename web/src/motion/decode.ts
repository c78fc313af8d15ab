// Packed numbers: "f32:" or "f64:" and the base64 of little-endian floats.

export type Numbers = Float32Array | Float64Array;

const SIZES = { "f32:": 4, "f64:": 8 } as const;

/** The numbers; what cannot be read is an error that says what (`of`) and why. */
export function decodePacked(packed: string, of: string): Numbers {
  const bytes = bytesOf(packed.slice(4), sizeOf(packed, of), of);
  return packed.startsWith("f32:") ? floats(bytes) : doubles(bytes);
}

/** Records of `width` numbers each, as many as one of `counts` says. */
export function decodeRecords(packed: string, width: number, counts: readonly number[], of: string): Numbers {
  const values = decodePacked(packed, of);
  if (counts.some((count) => values.length === width * count)) return values;
  const wanted = counts.map((count) => `${width} × ${count}`).join(" or ");
  throw new Error(`${of}: ${values.length} numbers where there should be ${wanted}`);
}

function sizeOf(packed: string, of: string): number {
  const size = SIZES[packed.slice(0, 4) as keyof typeof SIZES];
  if (size === undefined) throw new Error(`${of}: numbers begin with "f32:" or "f64:", not with ${JSON.stringify(packed.slice(0, 12))}`);
  return size;
}

function bytesOf(base64: string, size: number, of: string): Uint8Array {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    throw new Error(`${of}: this is not base64: ${JSON.stringify(base64.slice(0, 24))}`);
  }
  if (text.length % size !== 0) throw new Error(`${of}: ${text.length} bytes are not a whole count of numbers of ${size} bytes`);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

const IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function floats(bytes: Uint8Array): Float32Array {
  if (IS_LITTLE) return new Float32Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

function doubles(bytes: Uint8Array): Float64Array {
  if (IS_LITTLE) return new Float64Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
}
