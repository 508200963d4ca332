import type { ClaimRequest } from '@stepward/core/adapter';
import { PUBLICATION } from './lease-counts.js';
import { parameterSql, parameterValues, type ParameterList } from '../connection/parameters.js';
import { BEGINNING } from './queue-position.js';
import type { ScanStart } from './scan-start.js';
import type { ClaimPublication } from './worker-leases.js';

/** What a claim is made from. */
export interface ClaimInput {
  readonly request: ClaimRequest;
  readonly start: ScanStart;
  /** What the worker has leased before the claim. */
  readonly publication: ClaimPublication;
}

const INPUT = {
  owner: ['text', ({ request }) => request.owner],
  now: ['timestamptz', ({ request }) => request.now],
  leaseUntil: ['timestamptz', ({ request }) => request.leaseUntil],
  /** Deliveries of the claim at most. */
  limit: ['bigint', ({ request }) => request.limit],
  /** Leased deliveries of one subscriber at most. */
  perSubscriber: ['bigint', ({ request }) => request.perSubscriber],
  /** Deliveries of a subscriber in a second; null for any number, which `least` ignores. */
  perSecond: ['bigint', ({ request }) => request.perSecond],
  /** Attempts of a delivery at most. */
  maxAttempts: ['integer', ({ request }) => request.maxAttempts],
  /** The tenant and the subscriber to begin behind. */
  afterTenant: ['text', ({ request: { after } }) => after?.tenantId ?? BEGINNING[0]],
  afterSubscriber: ['uuid', ({ request: { after } }) => after?.subscriberId ?? BEGINNING[1]],
  /** Deliveries that each tenant has under way, as JSON. */
  underWay: ['jsonb', ({ request: { tenants } }) => JSON.stringify(tenants.underWay)],
  freeSlots: ['bigint', ({ request: { tenants } }) => tenants.free],
  /** What a tenant may have under way for each free slot. */
  perFreeSlot: ['bigint', ({ request: { tenants } }) => tenants.perFreeSlot],
  start: ['jsonb', ({ start }) => start],
  /** Whether what the worker has published counts more than there is. */
  isStale: ['boolean', ({ publication }) => publication.isStale],
} satisfies ParameterList<ClaimInput>;

/** SQL for the parameters of a claim. */
export const CLAIM = {
  ...parameterSql(INPUT),
  publication: parameterSql(PUBLICATION, Object.keys(INPUT).length + 1),
};

export function claimValues(input: ClaimInput): unknown[] {
  return [...parameterValues(INPUT, input), ...parameterValues(PUBLICATION, input.publication)];
}
