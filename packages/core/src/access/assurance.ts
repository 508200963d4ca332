import { err, ok, type Result } from 'neverthrow';

/** How strongly the session is authenticated: one factor proven, or two (NIST SP 800-63B). */
export type AssuranceLevel = 'aal1' | 'aal2';

/**
 * Whether authentication methods (`amr`, RFC 8176 section 2) resist phishing: a key proved itself to the origin, `hwk` or
 * `swk`. Of Stepward's factors WebAuthn alone gives them.
 */
export function isPhishingResistant(amr: readonly string[]): boolean {
  return amr.includes('hwk') || amr.includes('swk');
}

/** The session must step up first (RFC 9470 section 3). */
export interface AssuranceInsufficient {
  readonly code: 'assurance_insufficient';
  readonly required: 'aal2';
}

/**
 * Requires aal2 of a session of known assurance. Where the host's authenticator reports none
 * (null), the requirement is waived; see {@link judgedAssurance}.
 */
export function requireAal2(assurance: AssuranceLevel | null): Result<void, AssuranceInsufficient> {
  return assurance === 'aal1'
    ? err({ code: 'assurance_insufficient', required: 'aal2' })
    : ok(undefined);
}

/**
 * Returns the assurance that a session is judged by. Where the host requires assurance to be reported
 * (the option `requireAssurance`), an unknown one counts as aal1.
 */
export function judgedAssurance(
  assurance: AssuranceLevel | null,
  requireAssurance: boolean,
): AssuranceLevel | null {
  return assurance === null && requireAssurance ? 'aal1' : assurance;
}
