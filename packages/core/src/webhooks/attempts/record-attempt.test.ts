import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, msBetween } from '../../shared/duration.js';
import { WEBHOOK_FAILURES } from './webhook-post.js';
import { DEFAULT_RETRY_DELAYS_MS as delaysMs } from './retry-schedule.js';
import { recordAttempt, type AttemptDecision, type AttemptOutcome } from './record-attempt.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const SECOND_DELAY = 300_000;
const SCHEDULE = { delaysMs, jitter: 0 };

function answer(
  status: number,
  retryAfter: string | null = null,
  delivery: string | null = null,
): AttemptOutcome {
  return { type: 'answered', status, retryAfter, delivery, body: 'any' };
}

/** Milliseconds until the next attempt, or how it ended. */
function next(attempt: number, outcome: AttemptOutcome, jitter = 0): number | string {
  const decision = recordAttempt(attempt, outcome, NOW, { delaysMs, jitter });
  return decision.status === 'pending' ? msBetween(NOW, decision.dueAt) : decision.status;
}

describe('an attempt', () => {
  it.each([200, 201, 202, 204, 206, 299])('delivers where the answer is %d', (status) => {
    for (const attempt of [1, 10]) {
      const decision = recordAttempt(attempt, answer(status, '3600'), NOW, SCHEDULE);
      expect(decision).toEqual({ status: 'delivered', isSubscriberGone: false });
    }
  });

  it.each([
    100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 422, 429, 500, 502, 503, 599,
  ])('fails where the answer is %d, and the next one comes by the schedule', (status) => {
    expect(next(2, answer(status))).toBe(SECOND_DELAY);
    expect(next(10, answer(status))).toBe('exhausted');
  });

  it.each([...WEBHOOK_FAILURES, 'signing_failed'] as const)(
    'fails without an answer: %s',
    (reason) => {
      expect(next(2, { type: 'failed', reason })).toBe(SECOND_DELAY);
      expect(recordAttempt(10, { type: 'failed', reason }, NOW, SCHEDULE)).toEqual({
        status: 'exhausted',
        isSubscriberGone: false,
      });
    },
  );

  it.each([1, 5, 10])(
    '%d that is answered with 410 ends it, for the subscriber is gone',
    (attempt) => {
      const decision = recordAttempt(attempt, answer(410, '60'), NOW, SCHEDULE);
      expect(decision).toEqual({ status: 'exhausted', isSubscriberGone: true });
    },
  );

  it('that failed has no other one where its event expires before, and says so at once', () => {
    const decide = (expiresAt: Date, attempt = 2, outcome = answer(500)) =>
      recordAttempt(attempt, outcome, NOW, { ...SCHEDULE, expiresAt }).status;
    const next = addMs(NOW, SECOND_DELAY);
    expect(decide(addMs(next, 1))).toBe('pending');
    expect(decide(next)).toBe('expired');
    expect(decide(addMs(next, 1), 2, answer(503, '301'))).toBe('expired');
    expect(decide(next, 10)).toBe('exhausted');
    expect(decide(next, 2, answer(500, null, 'abort'))).toBe('exhausted');
    expect(decide(new Date(0), 2, answer(204))).toBe('delivered');
  });

  it('with the word abort is the last where it failed, and delivers where it did not', () => {
    const decide = (status: number) =>
      recordAttempt(1, answer(status, '60', 'Abort'), NOW, SCHEDULE);
    expect(decide(500)).toEqual({ status: 'exhausted', isSubscriberGone: false });
    expect(decide(429)).toEqual({ status: 'exhausted', isSubscriberGone: false });
    expect(decide(200)).toEqual({ status: 'delivered', isSubscriberGone: false });
  });

  it('with the word disable is the last to the subscriber, whatever its status', () => {
    const decide = (status: number) =>
      recordAttempt(1, answer(status, null, 'disable'), NOW, SCHEDULE);
    expect(decide(503)).toEqual({ status: 'exhausted', isSubscriberGone: true });
    expect(decide(204)).toEqual({ status: 'delivered', isSubscriberGone: true });
  });

  it('with another word is like one without', () => {
    const decision = recordAttempt(2, answer(500, null, 'later'), NOW, SCHEDULE);
    expect(decision).toMatchObject({ status: 'pending' });
  });

  it.each([
    [429, '600', 600_000],
    [409, '600', 600_000],
    [502, '600', 600_000],
    [504, '600', 600_000],
    [503, '600', 600_000],
    [429, '1', SECOND_DELAY],
    [503, 'Thu, 01 Jan 2026 13:00:00 GMT', 3_600_000],
    [503, '9999999', 86_400_000],
    [429, 'soon', SECOND_DELAY],
    [500, '600', SECOND_DELAY],
    [302, '600', SECOND_DELAY],
    [404, '600', SECOND_DELAY],
  ])(
    'that is answered with %d and Retry-After %j is followed after %d ms',
    (status, header, ms) => {
      expect(next(2, answer(status, header))).toBe(ms);
    },
  );

  it('is followed later by the jitter, but never later than what was asked for', () => {
    expect(next(2, answer(500), 0.5)).toBe(SECOND_DELAY * 1.05);
    expect(next(2, answer(429, '600'), 0.999)).toBe(600_000);
  });

  it('is not followed where it was the last, whatever is asked for', () => {
    expect(next(10, answer(503, '600'))).toBe('exhausted');
  });
});

describe('a delivery, attempt by attempt', () => {
  const outcome: fc.Arbitrary<AttemptOutcome> = fc.oneof(
    fc.record({
      type: fc.constant('answered'),
      status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 410, 429, 503)),
      retryAfter: fc.oneof(
        fc.constant(null),
        fc.nat({ max: 200_000 }).map(String),
        fc.constantFrom('Sat, 03 Jan 2026 00:00:00 GMT', 'x'),
      ),
      body: fc.constant(''),
    }),
    fc.record({ type: fc.constant('failed'), reason: fc.constantFrom(...WEBHOOK_FAILURES) }),
  );
  const attempts = fc.array(
    fc.record({
      outcome,
      jitter: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      tookMs: fc.nat({ max: 15_000 }),
    }),
    { minLength: 12, maxLength: 12 },
  );
  /** The default delays in seconds. */
  const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

  it('has at most 10, never one before its time, and ends as the last of them says', () => {
    fc.assert(
      fc.property(attempts, (script) => {
        let now = NOW;
        let made = 0;
        let decision: AttemptDecision = { status: 'pending', dueAt: now };
        while (decision.status === 'pending') {
          const { outcome, jitter, tookMs } = script[made] ?? {
            outcome: answer(500),
            jitter: 0,
            tookMs: 0,
          };
          made += 1;
          expect(made).toBeLessThanOrEqual(10);
          now = new Date(decision.dueAt.getTime() + tookMs);
          decision = recordAttempt(made, outcome, now, { delaysMs, jitter });
          const isGood = outcome.type === 'answered' && Math.floor(outcome.status / 100) === 2;
          const isGone = outcome.type === 'answered' && outcome.status === 410;
          if (decision.status === 'pending') {
            const waited = msBetween(now, decision.dueAt);
            const planned = (schedule[made - 1] ?? Number.NaN) * 1_000;
            expect(waited).toBeGreaterThanOrEqual(planned);
            expect(waited).toBeLessThanOrEqual(Math.max(planned * 1.1, 86_400_000));
            expect(isGood || isGone || made === 10).toBe(false);
          } else {
            expect(decision.status).toBe(isGood ? 'delivered' : 'exhausted');
            expect(isGood || isGone || made === 10).toBe(true);
            expect(decision.isSubscriberGone).toBe(isGone);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
