import { createTestWorker } from '@stepward/testing';
import type { Host } from './host.js';
import { bodyOf, WEBHOOKS, type ListedDelivery, type Tenant } from './tenant.js';

/**
 * An event's delivery that came to its end without an attempt, since its subscriber was disabled then.
 * The subscriber is enabled when it is there.
 */
export async function skippedDelivery(
  { stepward, clock }: Pick<Host, 'stepward' | 'clock'>,
  tenant: Tenant,
  subscriberId: string,
): Promise<ListedDelivery> {
  const path = `${WEBHOOKS}/${subscriberId}`;
  bodyOf(await tenant.patch(path, { enabled: false }));
  const emitted = await stepward.events.emit({
    tenantId: tenant.tenantId,
    type: 'user.deleted',
    data: { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' },
  });
  const { id } = emitted._unsafeUnwrap();
  await createTestWorker(stepward.outbox, clock).dispatch();
  bodyOf(await tenant.patch(path, { enabled: true }));
  const { data } = await tenant.page<ListedDelivery>(`${path}/deliveries?limit=100`);
  const [delivery] = data.filter(({ idempotency_key }) => idempotency_key === id);
  if (delivery?.status !== 'skipped') throw new Error('the delivery was not skipped');
  return delivery;
}
