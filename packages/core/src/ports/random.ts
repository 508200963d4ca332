import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** The only source of randomness; shipped code uses {@link systemRandom}, tests a seeded one. */
export interface Random {
  /** A uniform integer in `0 ≤ n < below`, from a cryptographically secure source. */
  integer(below: number): number;
  /** `count` random bytes, from the same kind of source. */
  bytes(count: number): Uint8Array;
  /** A random UUID (RFC 9562, version 4). */
  uuid(): string;
}

/** The platform's cryptographically secure generator. */
export const systemRandom: Random = {
  integer: (below) => randomInt(below),
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};
