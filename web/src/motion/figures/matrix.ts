// Matrices of instances, written into their array. A matrix of zeros hides an instance.

export function hide(m: Float32Array, i: number): void {
  m.fill(0, 16 * i, 16 * i + 16);
  m[16 * i + 15] = 1;
}

/** A ball. */
export function writeBall(m: Float32Array, i: number, x: number, y: number, z: number, radius: number): void {
  const at = 16 * i;
  m.fill(0, at, at + 16);
  m[at] = m[at + 5] = m[at + 10] = radius;
  m[at + 12] = x;
  m[at + 13] = y;
  m[at + 14] = z;
  m[at + 15] = 1;
}

/** What goes along z from 0 to 1, from a to b, with this radius. Nothing to see when a is b. */
export function writeRod(
  m: Float32Array,
  i: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  radius: number,
): void {
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const at = 16 * i;
  if (!(length > 1e-9)) {
    hide(m, i);
    return;
  }
  const x = dx / length;
  const y = dy / length;
  const z = dz / length;
  // Any direction across: with the coordinate axis that is least along it.
  let ux = 0;
  let uy = 0;
  let uz = 0;
  if (Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)) {
    uy = -z;
    uz = y;
  } else if (Math.abs(y) <= Math.abs(z)) {
    ux = z;
    uz = -x;
  } else {
    ux = -y;
    uy = x;
  }
  const scale = radius / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= scale;
  uy *= scale;
  uz *= scale;
  m[at] = ux;
  m[at + 1] = uy;
  m[at + 2] = uz;
  m[at + 3] = 0;
  m[at + 4] = y * uz - z * uy;
  m[at + 5] = z * ux - x * uz;
  m[at + 6] = x * uy - y * ux;
  m[at + 7] = 0;
  m[at + 8] = dx;
  m[at + 9] = dy;
  m[at + 10] = dz;
  m[at + 11] = 0;
  m[at + 12] = ax;
  m[at + 13] = ay;
  m[at + 14] = az;
  m[at + 15] = 1;
}

/** A body: a place and three axes, x y z each, in a record; the third axis times a factor. */
export function writeBody(m: Float32Array, i: number, record: Float64Array, lift: readonly number[], third: number): void {
  const at = 16 * i;
  for (let k = 0; k < 3; k++) {
    m[at + k] = record[3 + k]!;
    m[at + 4 + k] = record[6 + k]!;
    m[at + 8 + k] = third * record[9 + k]!;
    m[at + 12 + k] = record[k]! + lift[k]!;
  }
  m[at + 3] = m[at + 7] = m[at + 11] = 0;
  m[at + 15] = 1;
}
