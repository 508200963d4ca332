import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, ago } from '../../../test/fixtures.js';
import { addMs, hours, minutes, seconds } from '../../shared/duration.js';
import {
  EMPTY_SEND_LEDGER,
  addRefusal,
  addWrongGuess,
  checkGuessBudget,
  checkRefusalBudget,
  endCooldown,
  destinationLimits,
  guessesLeft,
  removeSend,
  reserveSend,
  reserveStart,
  withoutUses,
  withoutOwnCooldown,
  type SendLedger,
} from './budgets.js';
import type { DestinationShare } from './code-digest.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';

/** A ledger whose newest send is `newest` old and the others a minute older each. */
function sends(count: number, newest: number): SendLedger {
  const sentAt = Array.from({ length: count }, (_, index) =>
    ago(newest + minutes(count - 1 - index)),
  );
  return { sentAt, cooldownStartedAt: sentAt.at(-1) ?? null };
}

describe('reserving a send', () => {
  it('counts it from now and starts the cool-down', () => {
    expect(reserveSend(EMPTY_SEND_LEDGER, NOW, LIMITS)._unsafeUnwrap()).toEqual({
      sentAt: [NOW],
      cooldownStartedAt: NOW,
    });
  });

  it('forgets sends that are 24 hours old', () => {
    const ledger = { sentAt: [ago(hours(24)), ago(hours(24) - 1)], cooldownStartedAt: null };
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
        cooldownStartedAt: null,
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
    ['where the cool-down was lifted', { ...sends(1, 0), cooldownStartedAt: null }],
  ])('works %s', (_, ledger) => {
    expect(reserveSend(ledger, NOW, LIMITS).isOk()).toBe(true);
  });

  it('works again after exactly the time that a refusal names, and not a millisecond before', () => {
    const ledgers = fc
      .array(fc.integer({ min: 0, max: hours(25) }), { maxLength: 15 })
      .map((ages) => ages.toSorted((a, b) => b - a).map(ago))
      .map((sentAt) => ({ sentAt, cooldownStartedAt: sentAt.at(-1) ?? null }));
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

  // standard: asvs/2.3.2
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
  return { sentAt, cooldownStartedAt: null };
}

/** 10 sends, 2 an hour, the oldest that old. */
function daily(oldest: number): SendLedger {
  const sentAt = Array.from({ length: 10 }, (_, index) => ago(oldest - minutes(30 * index)));
  return { sentAt, cooldownStartedAt: null };
}

describe('a send of the ledger', () => {
  const ledger: SendLedger = { sentAt: [ago(minutes(5)), NOW], cooldownStartedAt: NOW };

  it('whose cool-down ends stays counted', () => {
    expect(endCooldown(ledger, NOW)).toEqual({ ...ledger, cooldownStartedAt: null });
  });

  it('that is removed is no longer counted, and its cool-down ends', () => {
    const left = { sentAt: [ago(minutes(5))], cooldownStartedAt: null };
    expect(removeSend(ledger, NOW)).toEqual(left);
  });

  it('leaves a later cool-down alone', () => {
    expect(endCooldown(ledger, ago(minutes(5)))).toEqual(ledger);
    expect(removeSend(ledger, ago(minutes(5))).cooldownStartedAt).toEqual(NOW);
  });

  it('is removed once where two were reserved in the same millisecond', () => {
    const twice = { sentAt: [NOW, NOW], cooldownStartedAt: NOW };
    expect(removeSend(twice, NOW).sentAt).toEqual([NOW]);
  });

  it('that is no longer in the ledger changes nothing', () => {
    expect(removeSend(ledger, ago(hours(2)))).toEqual(ledger);
  });
});

describe("the cool-down of a phone number that an identity's own send started", () => {
  const own: SendLedger = { sentAt: [ago(1)], cooldownStartedAt: null };
  const phone: SendLedger = { sentAt: [ago(1)], cooldownStartedAt: ago(1) };

  it('is over once it is over for the identity', () => {
    const left = { ...phone, cooldownStartedAt: null };
    expect(withoutOwnCooldown(phone, own)).toEqual(left);
  });

  it.each<[string, SendLedger]>([
    ['it still runs for the identity', { ...own, cooldownStartedAt: ago(1) }],
    ['another identity started it', { ...own, sentAt: [ago(2)] }],
    ['the identity had nothing sent', EMPTY_SEND_LEDGER],
  ])('goes on where %s', (_, sends) => {
    expect(withoutOwnCooldown(phone, sends)).toEqual(phone);
  });
});

describe('the shares of a phone number', () => {
  const spent = (count: number, share: DestinationShare, age: number) => {
    const sentAt = new Array<Date>(count).fill(ago(age));
    return reserveSend({ sentAt, cooldownStartedAt: null }, NOW, destinationLimits(share, LIMITS));
  };

  it.each<[DestinationShare, number, string, number]>([
    ['owner', 5, 'an hour', minutes(59)],
    ['owner', 10, '24 hours', hours(23)],
    ['claim', 3, 'an hour', minutes(59)],
    ['claim', 5, '24 hours', hours(23)],
  ])('%s: %i sends in %s', (share, most, _, age) => {
    expect(spent(most - 1, share, age).isOk()).toBe(true);
    expect(spent(most, share, age)._unsafeUnwrapErr().code).toBe('send_budget_spent');
  });
});

describe('the budget of refusals', () => {
  const refused = (count: number): readonly Date[] => new Array<Date>(count).fill(ago(1));

  it('allows ten an hour, and then no more sends until the first of them is an hour old', () => {
    expect(checkRefusalBudget(refused(9), NOW, LIMITS).isOk()).toBe(true);
    expect(checkRefusalBudget(refused(10), NOW, LIMITS)._unsafeUnwrapErr()).toEqual({
      code: 'send_budget_spent',
      retryAfterMs: hours(1) - 1,
    });
  });

  it('keeps the refusals of the last hour and the new one', () => {
    expect(addRefusal([ago(hours(1)), ago(1)], NOW)).toEqual([ago(1), NOW]);
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

  it.each([
    ['all, and no end, with none', [], 10, null],
    ['all after an hour', [ago(hours(1))], 10, null],
    ['8 after 2, until an hour after the second', [ago(5), ago(2)], 8, addMs(NOW, hours(1) - 2)],
    ['none after 11', wrong(11, 12), 0, addMs(NOW, hours(1) - 2)],
  ])('leaves %s', (_, guesses, remaining, resetsAt) => {
    expect(guessesLeft(guesses, NOW, LIMITS)).toEqual({ remaining, resetsAt });
  });

  it('gets back one guess for each that was made at the code that was used', () => {
    const all = [ago(3), ago(2), ago(2), ago(1)];
    expect(withoutUses(all, [ago(2), ago(1), ago(hours(2))])).toEqual([ago(3), ago(2)]);
  });
});

describe('the budget of starts', () => {
  it('keeps the starts of the last hour and the new one', () => {
    const starts = [ago(hours(1)), ...new Array<Date>(9).fill(ago(1))];
    expect(reserveStart(starts, NOW, LIMITS)._unsafeUnwrap()).toEqual([...starts.slice(1), NOW]);
  });

  it('refuses an eleventh until the first is an hour old', () => {
    const starts = new Array<Date>(10).fill(ago(hours(1) - 1));
    const refused = { code: 'start_budget_spent', retryAfterMs: 1 };
    expect(reserveStart(starts, NOW, LIMITS)._unsafeUnwrapErr()).toEqual(refused);
  });
});
