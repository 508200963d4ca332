import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import { authoriseAdministrator } from '../access/authorise-administrator.js';
import type { ManagementCaller } from '../access/caller.js';

/** Administrators do not reset their own factors, nor give themselves a pass: others do it for them. */
export interface SelfRefused {
  readonly code: 'self_refused';
}

/** Who may help a person: an administrator at aal2, and not the person. A stolen session could replace all factors. */
export function authoriseHelp(
  caller: ManagementCaller,
  identityId: string,
  requireAssurance: boolean,
): Result<void, AssuranceInsufficient | SelfRefused> {
  const { type, id } = caller.actor;
  const isSelf = type === 'identity' && id === identityId;
  return authoriseAdministrator(caller, requireAssurance).andThen((): Result<void, SelfRefused> =>
    isSelf ? err({ code: 'self_refused' }) : ok(undefined),
  );
}
