/** Asymmetric signatures only: with `none` or an HMAC, whoever may check a token could make one. */
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

/**
 * The allow-list as a host gives it.
 *
 * @throws TypeError where it is empty, or names anything but the algorithms above.
 */
export function checkJwtAlgorithms(algorithms: readonly JwtAlgorithm[]): JwtAlgorithm[] {
  const known: readonly string[] = JWT_ALGORITHMS;
  if (algorithms.length === 0) throw new TypeError('algorithms lists at least one algorithm');
  if (!algorithms.every((name) => known.includes(name))) {
    throw new TypeError(`algorithms are among ${known.join(', ')}`);
  }
  return [...algorithms];
}
