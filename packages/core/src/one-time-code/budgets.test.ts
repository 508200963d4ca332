import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, ago } from '../../test/fixtures.js';
import { addMs, hours, minutes, seconds } from '../shared/duration.js';
import {
  EMPTY_SEND_LEDGER,
  addWrongGuess,
  checkGuessBudget,
  releaseSend,
  reserveSend,
  type SendLedger,
} from './budgets.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';

/** A ledger whose newest send is `newest` old and the others a minute older each. */
function sends(count: number, newest: number): SendLedger {
  const sentAt = Array.from({ length: count }, (_, index) =>
    ago(newest + minutes(count - 1 - index)),
  );
  return { sentAt, coolingSince: sentAt.at(-1) ?? null };
}

describe('reserving a send', () => {
  it('counts it from now and starts the cool-down', () => {
    expect(reserveSend(EMPTY_SEND_LEDGER, NOW, LIMITS)._unsafeUnwrap()).toEqual({
      sentAt: [NOW],
      coolingSince: NOW,
    });
  });

  it('forgets sends that are 24 hours old', () => {
    const ledger = { sentAt: [ago(hours(24)), ago(hours(24) - 1)], coolingSince: null };
    expect(reserveSend(ledger, NOW, LIMITS)._unsafeUnwrap().sentAt).toEqual([
      ago(hours(24) - 1),
      NOW,
    ]);
  });

  it.each([
    ['just after the last send', sends(1, 0), 'send_cooling_down', seconds(60)],
    ['1 ms before 60 s have passed', sends(1, seconds(60) - 1), 'send_cooling_down', 1],
    ['with 5 sends in the hour', sends(5, seconds(60)), 'send_budget_spent', minutes(55)],
    ['1 ms before the first of 5 is an hour old', hourly(hours(1) - 1), 'send_budget_spent', 1],
    ['1 ms before the first of 10 is a day old', daily(hours(24) - 1), 'send_budget_spent', 1],
    [
      'with both budgets spent, until the later of the two ends',
      {
        sentAt: [...daily(hours(20)).sentAt.slice(0, 5), ...hourly(minutes(50)).sentAt],
        coolingSince: null,
      },
      'send_budget_spent',
      hours(4),
    ],
  ])('is refused %s', (_, ledger, code, retryAfterMs) => {
    expect(reserveSend(ledger, NOW, LIMITS)._unsafeUnwrapErr()).toEqual({ code, retryAfterMs });
  });

  it.each([
    ['at exactly 60 s', sends(1, seconds(60))],
    ['with 4 sends in the hour', sends(4, seconds(60))],
    ['when the first of 5 is exactly an hour old', hourly(hours(1))],
    ['when the first of 10 is exactly 24 hours old', daily(hours(24))],
    ['where the cool-down was lifted', { ...sends(1, 0), coolingSince: null }],
  ])('works %s', (_, ledger) => {
    expect(reserveSend(ledger, NOW, LIMITS).isOk()).toBe(true);
  });

  it('works again after exactly the time that a refusal names, and not a millisecond before', () => {
    const ledgers = fc
      .array(fc.integer({ min: 0, max: hours(25) }), { maxLength: 15 })
      .map((ages) => ages.toSorted((a, b) => b - a).map(ago))
      .map((sentAt) => ({ sentAt, coolingSince: sentAt.at(-1) ?? null }));
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const refused = reserveSend(ledger, NOW, LIMITS);
        fc.pre(refused.isErr());
        const { retryAfterMs } = refused._unsafeUnwrapErr();
        const after = (ms: number) => reserveSend(ledger, addMs(NOW, ms), LIMITS).isOk();
        expect(after(retryAfterMs - 1)).toBe(false);
        expect(after(retryAfterMs)).toBe(true);
      }),
    );
  });

  it('never lets more than 5 through in an hour, 10 in 24 hours or two in 60 s', () => {
    const waits = fc.array(fc.integer({ min: 0, max: minutes(20) }), {
      minLength: 20,
      maxLength: 80,
    });
    fc.assert(
      fc.property(waits, (steps) => {
        let now = NOW;
        let ledger = EMPTY_SEND_LEDGER;
        const sent: Date[] = [];
        for (const step of steps) {
          now = addMs(now, step);
          const reserved = reserveSend(ledger, now, LIMITS);
          if (reserved.isErr()) continue;
          ledger = reserved.value;
          sent.push(now);
          const within = (ms: number) => sent.filter((at) => now < addMs(at, ms)).length;
          expect(within(hours(1))).toBeLessThanOrEqual(5);
          expect(within(hours(24))).toBeLessThanOrEqual(10);
          expect(within(seconds(60))).toBe(1);
        }
      }),
    );
  });
});

/** 5 sends, the oldest that old, the cool-down over. */
function hourly(oldest: number): SendLedger {
  const sentAt = [0, 1, 2, 3, 4].map((index) => ago(oldest - minutes(index)));
  return { sentAt, coolingSince: null };
}

/** 10 sends, 2 an hour, the oldest that old. */
function daily(oldest: number): SendLedger {
  const sentAt = Array.from({ length: 10 }, (_, index) => ago(oldest - minutes(30 * index)));
  return { sentAt, coolingSince: null };
}

describe('releasing a send', () => {
  const reserved: SendLedger = { sentAt: [ago(minutes(5)), NOW], coolingSince: NOW };

  it.each([
    ['gives back a send that was refused', 'refused', [ago(minutes(5))]],
    ['keeps a send that may have gone out counted', 'unknown', [ago(minutes(5)), NOW]],
  ] as const)('%s, and lifts the cool-down', (_, failure, sentAt) => {
    expect(releaseSend(reserved, NOW, failure)).toEqual({ sentAt, coolingSince: null });
  });

  it.each(['refused', 'unknown'] as const)(
    'that was %s leaves a later cool-down alone',
    (failure) => {
      const later = { sentAt: [ago(minutes(5)), NOW], coolingSince: NOW };
      expect(releaseSend(later, ago(minutes(5)), failure).coolingSince).toEqual(NOW);
    },
  );

  it('gives back one send where two were reserved in the same millisecond', () => {
    const twice = { sentAt: [NOW, NOW], coolingSince: NOW };
    expect(releaseSend(twice, NOW, 'refused').sentAt).toEqual([NOW]);
  });

  it('that is no longer in the ledger changes nothing', () => {
    expect(releaseSend(reserved, ago(hours(2)), 'refused')).toEqual(reserved);
  });
});

describe('the budget of wrong codes', () => {
  const wrong = (count: number, oldest: number): readonly Date[] =>
    Array.from({ length: count }, (_, index) => ago(oldest - index));

  it.each([
    ['none yet', []],
    ['9 within the hour', wrong(9, minutes(59))],
    ['10, the first of them exactly an hour ago', wrong(10, hours(1))],
  ])('allows a guess after %s', (_, guesses) => {
    expect(checkGuessBudget(guesses, NOW, LIMITS).isOk()).toBe(true);
  });

  it.each([
    ['10 just now', new Array<Date>(10).fill(NOW), hours(1)],
    ['10, the first of them an hour ago less 1 ms', wrong(10, hours(1) - 1), 1],
    ['11, as the second of them stands in the way', wrong(11, hours(1) - 1), 2],
  ])('refuses a guess after %s', (_, guesses, retryAfterMs) => {
    expect(checkGuessBudget(guesses, NOW, LIMITS)._unsafeUnwrapErr()).toEqual({
      code: 'guess_budget_spent',
      retryAfterMs,
    });
  });

  it('keeps the guesses of the last hour and the new one', () => {
    expect(addWrongGuess([ago(hours(1)), ago(hours(1) - 1)], NOW)).toEqual([
      ago(hours(1) - 1),
      NOW,
    ]);
  });
});
