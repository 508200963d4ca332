import { describe, expect, it } from 'vitest';
import { addMs, days, minutes } from '../shared/duration.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { finishedAttempt } from './finished-attempt.js';

const STARTED = new Date('2026-01-10T12:00:00.000Z');
const FINISHED = addMs(STARTED, 250);
const CLAIMED: ClaimedDelivery = {
  tenantId: 'acme',
  deliveryId: 'd-1',
  attempt: 3,
  dueAt: STARTED,
  event: { id: 'e-1', type: 'user.deleted', data: '{}' },
  subscriber: { id: 's-1', url: 'https://hooks.example.com', naming: 'canonical', secrets: [] },
};
const MADE = { owner: 'worker', startedAt: STARTED, finishedAt: FINISHED, event: null };
const FAILED = { type: 'failed', reason: 'timed_out' } as const;

describe('a finished attempt', () => {
  it('that succeeded ends its delivery, and the failing of its subscriber', () => {
    const outcome = { type: 'answered', status: 204, retryAfter: null, body: 'thanks' } as const;
    const decision = { status: 'delivered' } as const;
    expect(finishedAttempt(CLAIMED, { ...MADE, outcome, decision })).toEqual({
      ...{ tenantId: 'acme', deliveryId: 'd-1', subscriberId: 's-1', owner: 'worker', event: null },
      log: {
        number: 3,
        startedAt: STARTED,
        durationMs: 250,
        statusCode: 204,
        failure: null,
        responseBody: 'thanks',
      },
      next: { status: 'delivered', dueAt: null, finishedAt: FINISHED },
      failingSince: null,
    });
  });

  it('that is tried again leaves its delivery pending, and its subscriber failing since it began', () => {
    const dueAt = addMs(FINISHED, minutes(5));
    const decision = { status: 'pending', dueAt } as const;
    const { next, failingSince, log } = finishedAttempt(CLAIMED, {
      ...MADE,
      outcome: FAILED,
      decision,
    });
    expect(next).toEqual({ status: 'pending', dueAt, finishedAt: null });
    expect(failingSince).toEqual(STARTED);
    expect([log.statusCode, log.failure, log.responseBody]).toEqual([null, 'timed_out', '']);
  });

  it('that was the last one carries the event of an exhausted delivery', () => {
    const decision = { status: 'exhausted', isSubscriberGone: false } as const;
    const event = {
      event: { id: 'e-2', type: 'x', organisationId: null, data: '{}', emittedAt: FINISHED },
      patterns: ['x'],
    };
    const finished = finishedAttempt(CLAIMED, { ...MADE, outcome: FAILED, decision, event });
    expect(finished.next).toEqual({ status: 'exhausted', dueAt: null, finishedAt: FINISHED });
    expect(finished.event).toBe(event);
  });

  it('has a duration within bounds, wherever the clock was set meanwhile', () => {
    const took = (finishedAt: Date): number | null =>
      finishedAttempt(CLAIMED, {
        ...MADE,
        finishedAt,
        outcome: FAILED,
        decision: { status: 'delivered' },
      }).log.durationMs;
    expect(took(addMs(STARTED, -1))).toBe(0);
    expect(took(addMs(STARTED, days(30)))).toBe(2_147_483_647);
  });
});
