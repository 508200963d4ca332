import { systemCaller, type Stepward } from '@stepward/core';
import type { Sink } from '../harness/sink.js';
import { isSettled, readLog, type LoggedDelivery } from './delivery-log.js';

export const SUBSCRIBERS = 2;

/** A tenant with subscribers at a sink. */
export interface CrashTenant {
  /** Emits events; where `refusals` is set, sinks that ask `isAccepted` refuse every third at first: it is retried. */
  emit(count: number, options?: { readonly refusals: boolean }): Promise<void>;
  /** Whether everything is dispatched, and nothing on its way. */
  isSettled(): Promise<boolean>;
  /** One for each event and subscriber. */
  log(): Promise<readonly LoggedDelivery[]>;
}

export async function createCrashTenant(
  stepward: Stepward,
  tenantId: string,
  sink: Sink,
): Promise<CrashTenant> {
  const subscriberIds: string[] = [];
  for (let count = 1; count <= SUBSCRIBERS; count += 1) {
    const fields = { url: `${sink.url}/${String(count)}` };
    const created = await stepward.subscribers.create(systemCaller(tenantId), fields);
    subscriberIds.push(created._unsafeUnwrap().subscriber.id);
  }
  let emitted = 0;
  return {
    async emit(count, { refusals } = { refusals: true }) {
      for (const until = emitted + count; emitted < until; emitted += 1) {
        const id = `usr_${String(emitted)}${refusals && emitted % 3 === 0 ? '_fails' : ''}`;
        const data = { id, deleted_at: '2026-01-01T00:00:00Z' };
        (await stepward.events.emit({ tenantId, type: 'user.deleted', data }))._unsafeUnwrap();
      }
    },
    isSettled: () => isSettled(stepward, tenantId, subscriberIds),
    async log() {
      const logs = subscriberIds.map((subscriberId) =>
        readLog(stepward, { tenantId, subscriberId }, sink.received),
      );
      return (await Promise.all(logs)).flat();
    },
  };
}
