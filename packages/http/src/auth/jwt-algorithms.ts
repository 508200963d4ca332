/** Asymmetric signatures only: with `none` or an HMAC, every party that can verify a token could forge one. */
const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** A signature algorithm (RFC 7518 section 3.1, RFC 8037, RFC 9864). */
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];

/** Whether a value is an allow-list: at least one algorithm, and nothing but the algorithms above. */
export function isJwtAlgorithms(value: unknown): boolean {
  const known: readonly unknown[] = JWT_ALGORITHMS;
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.includes(name));
}
