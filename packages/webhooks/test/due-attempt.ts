import {
  ATTEMPT_TIMEOUT_MS,
  subscriberShard,
  type DueAttempt,
  type MadeAttempt,
  type PendingDelivery,
} from '@stepward/core/adapter';
import { ACCEPTED } from './worker-world.js';

const START = new Date('2026-01-01T00:00:00.000Z');
const KEY = { tenantId: 'acme', subscriberId: 's1' };

export function pendingDelivery(deliveryId: string): PendingDelivery {
  const shard = subscriberShard(KEY.tenantId, KEY.subscriberId);
  const rest = { eventId: `event-${deliveryId}`, attempts: 0, isLate: false, dueAt: START };
  return { ...KEY, shard, deliveryId, ...rest };
}

export function dueAttempt(deliveryId: string): DueAttempt {
  const delivery = pendingDelivery(deliveryId);
  const url = 'https://example.com';
  return {
    ...{ type: 'due', delivery, number: 1, startedAt: START },
    event: {
      ...{ id: delivery.eventId, type: 'user.deleted', organisationId: null, data: '{}' },
      emittedAt: delivery.dueAt,
      expiresAt: null,
      version: null,
    },
    subscriber: {
      ...{ id: delivery.subscriberId, url, naming: 'canonical', signature: 'v1', body: 'full' },
      version: null,
      ...{ secrets: [], clientCertificate: null, headers: null },
      ...{ enabled: true, pausedUntil: null, isOnTrial: false, busyPauses: 0 },
    },
    sequence: 1,
    request: { tenantId: 'acme', url, headers: {}, body: '{}', timeoutMs: ATTEMPT_TIMEOUT_MS },
    sent: { body: 'full', version: null },
    unsent: null,
  };
}

export function madeAttempt(deliveryId: string): MadeAttempt {
  const ended = { outcome: ACCEPTED, finishedAt: START, pause: null };
  return { ...dueAttempt(deliveryId), ...ended, type: 'made' };
}
