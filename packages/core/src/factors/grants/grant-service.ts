import { err, ok, type Result } from 'neverthrow';
import { requireActive } from '../../identity/require-active.js';
import type { Decided, DecisionFacts } from '../../ports/decision.js';
import type { CallerClient } from '../../records/client.js';
import type { IdentityRefused, IdentitySuspended } from '../../records/identity.js';
import { checkArgument, isOfIdentity } from '../../shared/checks/check-arguments.js';
import type { FactorWiring } from '../answer-service.js';
import { trailOf } from '../trail/trail-service.js';
import {
  decideGrant,
  grantNames,
  type GrantInvalid,
  type GrantMismatch,
  type GrantOwner,
} from './grant.js';
import { readOperation, type DigestedOperation, type OperationInput } from './operation.js';

/** A grant that a request presents, the operation that the request would do, and for the log its client. */
export interface GrantRequest extends GrantOwner, CallerClient {
  /** What `stepUp.verify` returned. */
  readonly grant: string;
  /** What the host is about to do, from the request itself: one that is not valid matches no grant. */
  readonly operation: OperationInput;
}

export type UseGrantError = GrantInvalid | GrantMismatch | IdentitySuspended;

/** Grants for one operation (PSD2 RTS on strong customer authentication, article 5: dynamic linking). */
export interface GrantService {
  /**
   * Spends a grant for the operation that it was given for, once, within 5 minutes. Of parallel calls one succeeds. Another
   * operation is `grant_mismatch`, and spends it as well. A grant that is used, expired or unknown, that belongs to another
   * person, session or tenant, or whose factor was removed since, is `grant_invalid` in each case.
   */
  use(request: GrantRequest): Promise<Result<DigestedOperation, UseGrantError>>;
}

export function createGrantService(wiring: FactorWiring): GrantService {
  return {
    async use(request) {
      checkArgument('grants.use', 'request', isRequest(request), FORM);
      return useGrant(wiring, request);
    },
  };
}

const FORM = '{ tenantId, identityId, sessionId, grant, operation }, the first four strings';

function isRequest(request: unknown): boolean {
  if (!isOfIdentity(request)) return false;
  return typeof request['sessionId'] === 'string' && typeof request['grant'] === 'string';
}

async function useGrant(
  wiring: FactorWiring,
  { grant, operation: input, tenantId, identityId, sessionId, ...client }: GrantRequest,
): Promise<Result<DigestedOperation, UseGrantError>> {
  const owner = { tenantId, identityId, sessionId };
  const operation = readOperation(input).unwrapOr(null);
  const scope = { ...owner, factor: 'sms', purpose: 'step_up' } as const;
  const grants = grantNames(wiring.codeKeys, owner, grant);
  const used = await wiring.storage.decide<Outcome, IdentityRefused | GrantInvalid>(
    { ...scope, grants },
    (facts) => decideUse(wiring, { owner, grant, operation, client }, facts),
  );
  return used.mapErr(orInvalid).andThen((outcome) => outcome);
}

/** A mismatch is stored, because it spends the grant. */
type Outcome = Result<DigestedOperation, GrantMismatch>;

interface Use {
  readonly owner: GrantOwner;
  readonly grant: string;
  readonly operation: DigestedOperation | null;
  readonly client: CallerClient;
}

function decideUse(
  wiring: FactorWiring,
  { owner, grant, operation, client }: Use,
  { tenant, record, ...facts }: DecisionFacts,
): Result<Decided<Outcome, never>, IdentityRefused | GrantInvalid> {
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const now = wiring.clock.now();
  const { authenticators } = record;
  const digest = operation?.digest ?? null;
  const use = { owner, grant, stored: facts.grant, operation: digest, authenticators };
  const decided = decideGrant(wiring.codeKeys, use, now);
  if (decided.isErr()) return err(decided.error);
  const { spent, matches } = decided.value;
  const { tenantId, identityId } = owner;
  const told = matches ? USED : REFUSED;
  const trail = trailOf(wiring, tenantId, [told], {
    whose: { ...owner, factor: spent.factor, purpose: 'step_up' },
    actor: { type: 'identity', id: identityId },
    hipaa: tenant.hipaa,
    now,
    operation,
    client,
  });
  return ok({
    outcome: matches && operation !== null ? ok(operation) : err({ code: 'grant_mismatch' }),
    record,
    trail,
    grant: { type: 'spent', name: spent.name },
  });
}

const USED = { type: 'grant.used', reason: null } as const;
const REFUSED = { type: 'grant.refused', reason: 'grant_mismatch' } as const;

/** Whether a person exists is not for the caller to learn. */
function orInvalid(error: IdentityRefused | GrantInvalid): GrantInvalid | IdentitySuspended {
  return error.code === 'identity_unknown' ? { code: 'grant_invalid' } : error;
}
