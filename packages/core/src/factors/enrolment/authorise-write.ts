import { ok, type Result } from 'neverthrow';
import {
  requireAal2,
  type AssuranceInsufficient,
  type AssuranceLevel,
} from '../../access/assurance.js';
import type { Identity } from '../../records/identity.js';
import type { FactorRecord } from '../factor-record.js';
import { mfaStatus } from '../mfa-status.js';

/** A write to an identity's factors or to its phone number, and the session that asks for it. */
export interface FactorWrite {
  readonly identity: Identity;
  readonly record: Pick<FactorRecord, 'authenticators'>;
  /** Null where it is not known, which is allowed: the host decides with `requireAssurance`. */
  readonly assurance: AssuranceLevel | null;
}

/**
 * The rule for every write to factors and to the phone number: once the identity has a second factor,
 * Stepward's own or the host's, the session must be at aal2 (NIST SP 800-63B section 6.1.2). Otherwise a
 * stolen session at aal1 could bind a factor or a number of the thief's and reach aal2 with it.
 *
 * It is checked right after the identity, before anything that reveals the state. Only the removal of a factor
 * first reports that there is nothing to remove.
 */
export function authoriseWrite({
  identity,
  record,
  assurance,
}: FactorWrite): Result<void, AssuranceInsufficient> {
  const { enabled } = mfaStatus(identity, record.authenticators);
  return enabled ? requireAal2(assurance) : ok(undefined);
}
