import type { EmittedEvent, NewEvent } from '@stepward/core';
import type { Host } from '../../customer-api/harness/host.js';
import type { Tenant } from '../../customer-api/harness/tenant.js';

let count = 0;

/** Emits an event that must be accepted: by default `user.deleted` of a new person. */
export async function emit(
  { stepward }: Pick<Host, 'stepward'>,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  event?: Pick<NewEvent, 'type' | 'data'>,
): Promise<EmittedEvent> {
  count += 1;
  const deleted = { id: `usr_${String(count)}`, deleted_at: '2026-01-01T00:00:00Z' };
  const { type, data } = event ?? { type: 'user.deleted', data: deleted };
  const emitted = await stepward.events.emitUntyped({ tenantId, type, data });
  return emitted._unsafeUnwrap();
}
