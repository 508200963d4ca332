import {
  ATTEMPT_LEASE_MS,
  ATTEMPT_TIMEOUT_MS,
  type DueAttempt,
  type MadeAttempt,
  type WebhookOutcome,
} from '@stepward/core/adapter';

const START = new Date('2026-01-01T00:00:00.000Z');

/** An attempt that a claim could have given; `deliveryId` is also the path of its URL. */
export function dueAttempt(deliveryId: string, changes: Partial<DueAttempt> = {}): DueAttempt {
  return {
    delivery: {
      tenantId: 'acme',
      deliveryId,
      attempt: 1,
      dueAt: START,
      event: { id: `event-${deliveryId}`, type: 'user.deleted', data: '{}' },
      subscriber: { id: 's1', url: 'https://example.com', naming: 'canonical', secrets: [] },
    },
    request: {
      tenantId: 'acme',
      url: `https://example.com/${deliveryId}`,
      headers: {},
      body: '{}',
      timeoutMs: ATTEMPT_TIMEOUT_MS,
    },
    startedAt: START,
    leaseUntil: new Date(START.getTime() + ATTEMPT_LEASE_MS),
    ...changes,
  };
}

export const ACCEPTED: WebhookOutcome = {
  type: 'answered',
  status: 204,
  retryAfter: null,
  body: '',
};

export function madeAttempt(deliveryId: string): MadeAttempt {
  return { attempt: dueAttempt(deliveryId), outcome: ACCEPTED, finishedAt: START };
}
