import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, requireAal2, type AssuranceInsufficient } from '../access/assurance.js';
import type { ManagementCaller } from '../access/caller.js';

/** Administrators do not reset their own factors, nor give themselves a pass: others do it for them. */
export interface SelfRefused {
  readonly code: 'self_refused';
}

/**
 * Who may see a person's record: an administrator's session must be at aal2 where its assurance is known. A management key
 * and the host itself have no session.
 *
 * @param requireAssurance whether a session of unknown assurance counts as aal1
 */
export function authoriseSight(
  { actor, assurance = null }: ManagementCaller,
  requireAssurance: boolean,
): Result<void, AssuranceInsufficient> {
  return actor.type === 'identity'
    ? requireAal2(judgedAssurance(assurance, requireAssurance))
    : ok(undefined);
}

/** Who may help a person: as {@link authoriseSight}, and not the person. A stolen session could replace all factors. */
export function authoriseHelp(
  caller: ManagementCaller,
  identityId: string,
  requireAssurance: boolean,
): Result<void, AssuranceInsufficient | SelfRefused> {
  const { type, id } = caller.actor;
  const isSelf = type === 'identity' && id === identityId;
  return authoriseSight(caller, requireAssurance).andThen((): Result<void, SelfRefused> =>
    isSelf ? err({ code: 'self_refused' }) : ok(undefined),
  );
}
