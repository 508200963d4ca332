import { describe, expect, it } from 'vitest';
import { addMs, days, minutes } from '../../shared/duration.js';
import {
  finishedAttempt,
  finishedWithoutAttempt,
  type FinishedDelivery,
} from './finished-delivery.js';
import type { MadeAttempt } from './attempt.js';

const STARTED = new Date('2026-01-10T12:00:00.000Z');
const FINISHED = addMs(STARTED, 250);
const KEY = { tenantId: 'acme', subscriberId: 's-1', shard: 9, deliveryId: 'd-1', attempts: 2 };
const DELIVERY = { ...KEY, eventId: 'e-1', isLate: true, dueAt: STARTED };
const EVENT = {
  event: {
    id: 'e-2',
    type: 'x',
    organisationId: null,
    data: '{}',
    emittedAt: FINISHED,
    expiresAt: null,
    version: null,
  },
  patterns: ['x'],
  orderingKey: null,
};

function made(parts: Partial<MadeAttempt> = {}): MadeAttempt {
  return {
    type: 'made',
    delivery: DELIVERY,
    number: 3,
    event: {
      id: 'e-1',
      type: 'user.deleted',
      organisationId: null,
      data: '{}',
      emittedAt: STARTED,
      expiresAt: null,
      version: null,
    },
    sequence: 1,
    subscriber: {
      id: 's-1',
      url: 'https://hooks.example.com',
      naming: 'canonical',
      signature: 'v1',
      body: 'full',
      version: null,
      clientCertificate: null,
      headers: null,
      secrets: [],
      enabled: true,
      pausedUntil: null,
      isOnTrial: false,
      busyPauses: 0,
    },
    startedAt: STARTED,
    sent: { body: 'full', version: '2026-11-01' },
    outcome: { type: 'failed', reason: 'timed_out' },
    finishedAt: FINISHED,
    pause: null,
    ...parts,
  };
}

describe('a finished delivery', () => {
  it('whose attempt succeeded has ended, and so has the failing of its subscriber', () => {
    const outcome = { type: 'answered', status: 204, retryAfter: null, body: 'thanks' } as const;
    expect(
      finishedAttempt(made({ outcome }), { status: 'delivered', isSubscriberGone: false }, null),
    ).toEqual({
      ...KEY,
      log: {
        number: 3,
        startedAt: STARTED,
        durationMs: 250,
        statusCode: 204,
        failure: null,
        responseBody: 'thanks',
        body: 'full',
        version: '2026-11-01',
      },
      next: { status: 'delivered', dueAt: null, finishedAt: FINISHED },
      health: { url: 'https://hooks.example.com', failingSince: null, pause: null },
      event: null,
    });
  });

  it('that had no request has no body in the log', () => {
    const outcome = { type: 'failed', reason: 'signing_failed' } as const;
    const decision = { status: 'pending', dueAt: FINISHED } as const;
    const { log } = finishedAttempt(made({ outcome, sent: null }), decision, null);
    expect(log).toMatchObject({ failure: 'signing_failed', body: null, version: null });
  });

  it('that is tried again stays pending, and its subscriber fails since the attempt began', () => {
    const dueAt = addMs(FINISHED, minutes(5));
    const pause = { until: addMs(FINISHED, minutes(1)), reason: 'busy', busyPauses: 2 } as const;
    const decision = { status: 'pending', dueAt } as const;
    const { next, health, log } = finishedAttempt(made({ pause }), decision, null);
    expect(next).toEqual({ status: 'pending', dueAt, finishedAt: null });
    expect(health).toMatchObject({ failingSince: STARTED, pause });
    expect([log?.statusCode, log?.failure, log?.responseBody]).toEqual([null, 'timed_out', '']);
  });

  it.each(['signing_failed', 'version_unknown', 'version_failed', 'destination_missing'] as const)(
    'that failed by %s says nothing of its subscriber',
    (reason) => {
      const outcome = { type: 'failed', reason } as const;
      const decision = { status: 'exhausted', isSubscriberGone: false } as const;
      const { log, health } = finishedAttempt(made({ outcome }), decision, null);
      expect([log?.failure, health]).toEqual([reason, null]);
    },
  );

  it('that is exhausted carries its event', () => {
    const decision = { status: 'exhausted', isSubscriberGone: false } as const;
    const finished = finishedAttempt(made(), decision, EVENT);
    expect(finished.next).toEqual({ status: 'exhausted', dueAt: null, finishedAt: FINISHED });
    expect(finished.event).toBe(EVENT);
  });

  it('without another attempt logs none, and says nothing of its subscriber', () => {
    const over = {
      type: 'over',
      delivery: DELIVERY,
      status: 'exhausted',
      finishedAt: FINISHED,
      event: EVENT,
    } as const;
    expect(finishedWithoutAttempt(over)).toEqual({
      ...KEY,
      log: null,
      next: { status: 'exhausted', dueAt: null, finishedAt: FINISHED },
      health: null,
      event: EVENT,
    } satisfies FinishedDelivery);
  });

  it('has of the answer 16,384 characters, none of them zero', () => {
    const logged = (body: string) => {
      const outcome = { type: 'answered', status: 500, retryAfter: null, body } as const;
      return finishedAttempt(
        made({ outcome }),
        { status: 'delivered', isSubscriberGone: false },
        null,
      ).log?.responseBody;
    };
    expect(logged('{"ok":true}\n')).toBe('{"ok":true}\n');
    expect(logged('x'.repeat(20_000))).toBe('x'.repeat(16_384));
    expect(logged('a\0b\0')).toBe('a\uFFFDb\uFFFD');
  });

  it('has a duration within bounds, wherever the clock was set meanwhile', () => {
    const took = (finishedAt: Date) =>
      finishedAttempt(made({ finishedAt }), { status: 'delivered', isSubscriberGone: false }, null)
        .log?.durationMs;
    expect(took(addMs(STARTED, -1))).toBe(0);
    expect(took(addMs(STARTED, days(30)))).toBe(2_147_483_647);
  });
});
