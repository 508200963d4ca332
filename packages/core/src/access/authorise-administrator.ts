import { ok, type Result } from 'neverthrow';
import type { ManagementScope } from '../records/scopes.js';
import { judgedAssurance, requireAal2, type AssuranceInsufficient } from './assurance.js';
import type { ManagementCaller } from './caller.js';

/**
 * Requires aal2 of an administrator's session where its assurance is known. A management key and the host itself have no
 * session.
 *
 * @param requireAssurance whether a session of unknown assurance counts as aal1
 */
export function authoriseAdministrator(
  { actor, assurance = null }: ManagementCaller,
  requireAssurance: boolean,
): Result<void, AssuranceInsufficient> {
  return actor.type === 'identity'
    ? requireAal2(judgedAssurance(assurance, requireAssurance))
    : ok(undefined);
}

const AAL2_SCOPES: readonly ManagementScope[] = ['identities:read', 'identities:write'];

/**
 * Who may make a key with these scopes. A key has no assurance: with one, a stolen session at aal1 could do what it may not do
 * itself.
 */
export function authoriseKey(
  caller: ManagementCaller,
  scopes: readonly ManagementScope[],
  requireAssurance: boolean,
): Result<void, AssuranceInsufficient> {
  return scopes.some((scope) => AAL2_SCOPES.includes(scope))
    ? authoriseAdministrator(caller, requireAssurance)
    : ok(undefined);
}
