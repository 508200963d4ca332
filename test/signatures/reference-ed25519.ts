/**
 * Ed25519 by the formulas of RFC 8032, section 5.1, in plain integers: slow, and independent of OpenSSL, which signs and
 * verifies. It only verifies, and takes no care about time.
 */
import { createHash } from 'node:crypto';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

const mod = (value: bigint, by = P): bigint => ((value % by) + by) % by;

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const inverse = (value: bigint): bigint => power(value, P - 2n);
const D = mod(-121_665n * inverse(121_666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** A point in extended homogeneous coordinates (section 5.1.4). */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * D * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function multiply(point: Point, by: bigint): Point {
  let [result, double]: [Point, Point] = [[0n, 1n, 1n, 0n], point];
  for (let rest = by; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

function areEqual([x1, y1, z1]: Point, [x2, y2, z2]: Point): boolean {
  return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** Section 5.1.3; null where the bytes are no point. */
function decode(bytes: Uint8Array): Point | null {
  const encoded = littleEndian(bytes);
  const y = encoded & (2n ** 255n - 1n);
  const sign = encoded >> 255n;
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

/** Its y is 4/5 (section 5.1). */
const BASE = decode(Buffer.from('58'.padEnd(64, '6'), 'hex'));

/** Section 5.1.7, without the cofactor. */
export function referenceVerify(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  if (signature.byteLength !== 64) return false;
  const [encodedR, encodedS] = [signature.subarray(0, 32), signature.subarray(32)];
  const [a, r, s] = [decode(publicKey), decode(encodedR), littleEndian(encodedS)];
  if (BASE === null || a === null || r === null || s >= L) return false;
  const digest = createHash('sha512').update(encodedR).update(publicKey).update(message).digest();
  const expected = add(r, multiply(a, mod(littleEndian(digest), L)));
  return areEqual(multiply(BASE, s), expected);
}
