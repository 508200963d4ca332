import type { AssuranceLevel } from './assurance.js';
import type { CallerClient } from '../records/client.js';
import type { Actor } from '../records/actor.js';
import { MANAGEMENT_SCOPES, type ManagementScope } from '../records/scopes.js';
import { checkArguments } from '../shared/checks/check-arguments.js';

/**
 * The end user who calls an account operation. Every field comes from a verified source (an access
 * token, the host's own session), never from a request body. The client is what the framework says: it goes into the
 * logs, and its address to the fraud guard of SMS.
 */
export interface AccountCaller extends CallerClient {
  readonly tenantId: string;
  readonly identityId: string;
  /** The session's assurance; null where the host does not track it. */
  readonly assurance: AssuranceLevel | null;
}

/**
 * Who calls a management operation: proven by a management key or an access token, or the host itself. Of its client the
 * logs have what is given here.
 */
export interface ManagementCaller extends CallerClient {
  readonly tenantId: string;
  readonly actor: Actor;
  /** The scopes of the caller; a key that it creates cannot have others. */
  readonly scopes: readonly ManagementScope[];
  /** The assurance of an administrator's session; null, the default, where it is not known. */
  readonly assurance?: AssuranceLevel | null;
}

/**
 * The host itself, for calls from its own code; `id` names the part of it in the audit log.
 *
 * @throws TypeError where the tenant id is not one that `isTenantId` accepts.
 */
export function systemCaller(tenantId: string, id = 'host'): ManagementCaller {
  checkArguments('systemCaller', { tenantId });
  return { tenantId, actor: { type: 'system', id }, scopes: MANAGEMENT_SCOPES };
}
