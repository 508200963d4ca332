import { describe, expect, it } from 'vitest';
import { KEYS, NOW, ago } from '../../../../test/fixtures.js';
import type { PhoneNumber } from '../../../records/phone-number.js';
import { addMs, days, hours, minutes } from '../../../shared/duration.js';
import type { SendBlock, SendCount } from '../../codes/send-counters.js';
import { beginningOf, watchedCounters, type WatchedCounter } from './counter-names.js';
import { decideSend, type GuardContext } from './decide-send.js';
import { DEFAULT_FRAUD_LIMITS, fraudLimits } from './fraud-limits.js';
import type {
  CountryModes,
  FraudGuard,
  GuardMode,
  GuardRule,
} from '../../../tenants/guard-modes.js';

const WATCHED = watchedCounters(KEYS, 'acme', {
  phone: '+447400123456' as PhoneNumber,
  country: 'GB',
  numberType: 'mobile',
  clientAddress: '192.0.2.1',
});
const REFUSED = { code: 'fraud_guard', retryAfterMs: minutes(15) };

const all = (mode: GuardMode): FraudGuard => ({
  country: mode,
  prefix: mode,
  address: mode,
  network: mode,
});
/** The names that count where a prefix answers for its country. */
const NARROW = WATCHED.filter(({ rule }) => rule === 'prefix' || rule === 'address').flatMap(
  ({ name, minutesName }) => [name, minutesName],
);
const counterOf = (rule: GuardRule): WatchedCounter =>
  WATCHED.find((one) => one.rule === rule) as WatchedCounter;

function count(
  rule: GuardRule,
  sent: number,
  verified = 0,
  { at = NOW, part = counterOf(rule).part } = {},
): SendCount {
  return { name: counterOf(rule).name, part, bucket: at, sent, verified };
}

/** Messages that were sent less than three minutes ago. */
function fresh(rule: GuardRule, sent: number, verified = 0, { at = NOW, part = '' } = {}) {
  const ofMinute = { ...count(rule, sent, verified), name: counterOf(rule).minutesName };
  const parts = part === '' ? {} : { part };
  const hour = { ...count(rule, sent, verified), bucket: beginningOf(at, hours(1)), ...parts };
  return [{ ...ofMinute, bucket: at, ...parts }, hour];
}

function decide(
  counts: readonly SendCount[],
  {
    blocks = [],
    now = NOW,
    ...context
  }: Partial<GuardContext & { readonly blocks: readonly SendBlock[]; readonly now: Date }> = {},
) {
  const settings = { fraudGuard: all('enforce'), countryModes: {}, ...context };
  const number = { country: 'GB', watched: WATCHED };
  return decideSend({ counts, blocks }, DEFAULT_FRAUD_LIMITS, number, settings, now);
}

const isRefused = (...values: Parameters<typeof decide>): boolean =>
  decide(...values).refused !== null;

describe('the limits of the fraud guard', () => {
  it.each<[GuardRule, number]>([
    ['country', 4],
    ['prefix', 3],
    ['address', 5],
    ['network', 4],
  ])('allow a rule %s so many unverified messages within an hour: %i', (rule, most) => {
    expect(isRefused([count(rule, most - 1)])).toBe(false);
    expect(isRefused([count(rule, most)])).toBe(true);
    expect(isRefused([count(rule, most + 30, 30)])).toBe(false);
  });

  it.each<[GuardRule, number]>([
    ['country', 20],
    ['prefix', 10],
    ['address', 10],
    ['network', 20],
  ])('allow a rule %s so many within 24 hours: %i', (rule, most) => {
    const spread = (total: number) =>
      Array.from({ length: total }, (_, hour) =>
        count(rule, 1, 0, { at: ago(hours(hour + 1) - 1) }),
      );
    expect(isRefused(spread(most - 1))).toBe(false);
    expect(isRefused(spread(most))).toBe(true);
    expect(isRefused([count(rule, 1_000, 0, { at: ago(days(1)) })])).toBe(false);
  });

  it('grow with what is verified: a fifth of the hour, of the day, and of the best of 14 days', () => {
    expect(isRefused([count('country', 119, 100)])).toBe(false);
    expect(isRefused([count('country', 120, 100)])).toBe(true);

    const at = ago(hours(2));
    const earlier = count('prefix', 600, 600, { at });
    expect(isRefused([earlier, count('prefix', 19)])).toBe(false);
    expect(isRefused([earlier, count('prefix', 20)])).toBe(true);

    const best = { ...count('country', 0, 600, { at: ago(days(13)) }), name: 'country_days:GB' };
    expect(isRefused([best, count('country', 19)])).toBe(false);
    expect(isRefused([best, count('country', 20)])).toBe(true);
  });

  it('allow an address unverified messages to three countries within 24 hours', () => {
    const to = (...parts: readonly string[]) =>
      parts.map((part) => count('address', 1, 0, { part }));
    expect(isRefused(to('FR', 'DE'))).toBe(false);
    expect(isRefused(to('FR', 'DE', 'GB'))).toBe(false);
    expect(isRefused(to('FR', 'DE', 'IT'))).toBe(true);
    expect(isRefused([...to('FR', 'DE'), count('address', 9, 9, { part: 'IT' })])).toBe(false);
  });

  it('are changed by the host, in positive integers', () => {
    expect(fraudLimits({ countryPerDay: 50 })).toEqual({
      ...DEFAULT_FRAUD_LIMITS,
      countryPerDay: 50,
    });
    expect(fraudLimits({ countryPerDay: undefined } as object)).toEqual(DEFAULT_FRAUD_LIMITS);
    for (const wrong of [{ countryPerDay: 0 }, { blockMs: 0.5 }, { perDay: 1 }]) {
      expect(() => fraudLimits(wrong)).toThrow(/^createStepward: /);
    }
  });
});

describe('a message that may still be verified', () => {
  it.each<[GuardRule, number]>([
    ['country', 34],
    ['prefix', 30],
    ['address', 50],
    ['network', 34],
  ])('counts for a rule %s in a burst alone, of %i', (rule, most) => {
    expect(isRefused(fresh(rule, most - 1))).toBe(false);
    expect(isRefused(fresh(rule, most))).toBe(true);
    expect(isRefused(fresh(rule, most + 60, 60))).toBe(false);
  });

  it('counts as unverified three minutes after it was sent, across the end of an hour', () => {
    const at = ago(minutes(2));
    const sent = fresh('prefix', 3, 0, { at });
    expect(isRefused(sent, { now: addMs(at, minutes(4) - 1) })).toBe(false);
    expect(isRefused(sent, { now: addMs(at, minutes(4)) })).toBe(true);
    expect(isRefused(sent, { now: addMs(NOW, minutes(4)) })).toBe(false);
  });

  it('is not hidden by others that are older', () => {
    const others = count('prefix', 2, 0, { at: beginningOf(NOW, hours(1)) });
    const [minute, hour] = fresh('prefix', 3);
    const all = [minute!, { ...hour!, sent: hour!.sent + others.sent }];
    expect(isRefused(all)).toBe(false);
    expect(isRefused([minute!, { ...hour!, sent: hour!.sent + 3 }])).toBe(true);
  });

  it('to one of many countries counts for its address in a burst of ten times as many', () => {
    const to = (countries: number) =>
      Array.from({ length: countries }, (_, index) =>
        fresh('address', 1, 0, { part: `+${String(index)}` }),
      ).flat();
    expect(isRefused(to(30))).toBe(false);
    expect(isRefused(to(31))).toBe(true);
  });
});

describe('a rule beyond its limit', () => {
  const beyond = [count('prefix', 5)];
  const prefix = counterOf('prefix').name;

  it('begins a block of 15 minutes: it refuses where it is enforced, and sends where it monitors', () => {
    const until = addMs(NOW, minutes(15));
    const block = { name: prefix, startedAt: NOW, until, repeats: 0, unverified: 5 };
    expect(decide(beyond)).toMatchObject({
      refused: REFUSED,
      begins: [{ ...block, rule: 'prefix', mode: 'enforce' }],
    });
    const monitored = decide(beyond, { fraudGuard: all('monitor') });
    expect(monitored.refused).toBeNull();
    expect(monitored.begins).toEqual([{ ...block, rule: 'prefix', mode: 'monitor' }]);
    expect(monitored.counted.map(({ name }) => name)).toEqual(NARROW);
  });

  it('is not judged and not counted where it is off', () => {
    const { begins, counted, refused } = decide(beyond, {
      fraudGuard: { ...all('enforce'), prefix: 'off' },
    });
    expect({ begins, refused }).toEqual({ begins: [], refused: null });
    expect(counted.map(({ name }) => name)).not.toContain(prefix);
  });

  it.each<[CountryModes, boolean, number]>([
    [{}, true, 1],
    [{ DE: 'allow' }, true, 1],
    [{ GB: 'monitor' }, false, 1],
    [{ GB: 'allow' }, false, 0],
  ])('with the country modes %j refuses: %s', (countryModes, refuses, begun) => {
    const { refused, begins } = decide(beyond, { countryModes });
    expect([refused !== null, begins.length]).toEqual([refuses, begun]);
  });
});

describe('a blocked prefix', () => {
  /** That a wider rule got messages back from a prefix. */
  const returned = (rule: 'country' | 'network', part = counterOf('prefix').name): SendCount => {
    return { ...count(rule, 1), name: counterOf(rule).returnedName ?? '', part };
  };
  const country = [count('country', 9), count('network', 9)];

  it('takes its messages back from the country and the type, and neither is blocked because of them', () => {
    const { begins, takenBack } = decide([...country, count('prefix', 6, 2)]);
    expect(begins.map(({ rule }) => rule)).toEqual(['prefix']);
    expect(takenBack).toEqual([
      returned('country'),
      count('country', -4),
      returned('network'),
      count('network', -4),
    ]);
  });

  it('takes back what may still be verified not at all, and after a block what was sent since', () => {
    const { name } = counterOf('prefix');
    const startedAt = ago(minutes(30));
    const until = ago(minutes(15));
    const last: SendBlock = {
      ...{ name, mode: 'enforce', startedAt, until, repeats: 0, unverified: 3 },
    };
    const at = beginningOf(startedAt, hours(1));
    const counts = [count('prefix', 5, 0, { at }), ...fresh('prefix', 9)];
    const { takenBack } = decide(counts, { blocks: [last] });
    expect(takenBack.filter(({ name: of }) => of === counterOf('country').name)).toEqual([
      count('country', -2, 0, { at }),
    ]);
  });

  it('is one of three within a day that a country gets messages back from', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => returned('country', `prefix:${String(index)}`));
    const beyond = [count('country', 30), count('prefix', 6)];
    const third = decide([...beyond, ...others(2)]);
    expect(third.begins.map(({ rule }) => rule)).toEqual(['prefix']);
    const fourth = decide([...beyond, ...others(3)]);
    expect(fourth.begins.map(({ rule }) => rule)).toEqual(['country', 'prefix']);
    expect(fourth.takenBack.map(({ name }) => name)).not.toContain(counterOf('country').name);
    expect(fourth.takenBack.map(({ name }) => name)).toContain(counterOf('network').name);
    const again = decide([...beyond, ...others(3), returned('country')]);
    expect(again.begins.map(({ rule }) => rule)).toEqual(['prefix']);
  });

  it('leaves nothing below zero that would hide others: a message taken back may be verified yet', () => {
    const earlier = { at: ago(hours(2)) };
    const takenBack = count('country', -3, 3, earlier);
    expect(isRefused([takenBack, count('country', 4)])).toBe(true);
  });

  it('no longer counts for them, and keeps the blocks that they have', () => {
    const until = addMs(NOW, hours(1));
    const blockOf = (rule: GuardRule): SendBlock => {
      const block = { mode: 'enforce', startedAt: NOW, until, repeats: 0, unverified: 9 } as const;
      return { ...block, name: counterOf(rule).name };
    };
    const blocked = decide(country, { blocks: [blockOf('prefix')], fraudGuard: all('monitor') });
    expect(blocked).toMatchObject({ refused: null, begins: [], takenBack: [] });
    expect(blocked.counted.map(({ name }) => name)).toEqual(NARROW);
    const fraudGuard = { ...all('enforce'), prefix: 'monitor' } as const;
    const blocks = [blockOf('prefix'), blockOf('country')];
    expect(isRefused(country, { blocks, fraudGuard })).toBe(true);
  });

  it('in monitor is no answer for a country in enforce, which counts and is blocked all the same', () => {
    const fraudGuard = { ...all('enforce'), prefix: 'monitor' } as const;
    const beyond = decide([count('country', 30), count('prefix', 6)], { fraudGuard });
    expect(beyond.refused).not.toBeNull();
    expect(beyond.begins.map(({ rule }) => rule)).toEqual(['country', 'prefix']);
    expect(beyond.takenBack).toEqual([]);
    expect(beyond.counted.map(({ name }) => name)).toContain(counterOf('country').name);
  });
});

describe('a block', () => {
  const { name } = counterOf('prefix');
  const block: SendBlock = {
    name,
    mode: 'enforce',
    startedAt: ago(hours(11)),
    until: addMs(NOW, hours(1)),
    repeats: 0,
    unverified: 3,
  };

  it('refuses until it ends, begins nothing, and then lifts itself', () => {
    expect(decide([], { blocks: [block] })).toMatchObject({
      refused: { code: 'fraud_guard', retryAfterMs: hours(1) },
      begins: [],
    });
    expect(isRefused([], { blocks: [block], now: addMs(block.until, -1) })).toBe(true);
    expect(isRefused([], { blocks: [block], now: block.until })).toBe(false);
  });

  it('sends and reports nothing where its rule only monitors now', () => {
    const { refused, begins } = decide([], { blocks: [block], fraudGuard: all('monitor') });
    expect({ refused, begins }).toEqual({ refused: null, begins: [] });
  });

  it('that began in monitor is reported once, and means nothing to a rule that is enforced since', () => {
    const blocks: readonly SendBlock[] = [{ ...block, mode: 'monitor', repeats: 3 }];
    const beyond = [count('prefix', 5, 0, { at: block.startedAt }), count('prefix', 3)];
    const monitored = decide(beyond, { blocks, fraudGuard: all('monitor') });
    expect(monitored).toMatchObject({ refused: null, begins: [] });
    expect(decide([count('prefix', 2)], { blocks })).toMatchObject({ refused: null, begins: [] });
    expect(decide(beyond, { blocks })).toMatchObject({
      refused: REFUSED,
      begins: [{ name, mode: 'enforce', startedAt: NOW, repeats: 0 }],
    });
  });

  it('is not begun again by what it knew of, and by one more unverified message it is', () => {
    const last = { ...block, startedAt: ago(minutes(20)), until: ago(minutes(5)) };
    const at = beginningOf(last.startedAt, hours(1));
    const isBegun = (sent: number) =>
      isRefused([count('prefix', sent, 0, { at })], { blocks: [last] });
    expect(isBegun(3)).toBe(false);
    expect(isBegun(4)).toBe(true);
    const before = count('prefix', 100, 0, { at: ago(hours(13)) });
    expect(isRefused([before], { blocks: [block], now: block.until })).toBe(false);
  });

  it('is twice as long as the one before, at most 12 hours, and short again after a week without', () => {
    const lengthAfter = (repeats: number, pauseMs: number, unverified = 0) => {
      const until = addMs(NOW, -pauseMs);
      const last = { ...block, startedAt: ago(pauseMs + 1), until, repeats, unverified };
      const [begun] = decide([count('prefix', 5)], { blocks: [last] }).begins;
      return [begun?.repeats, begun && begun.until.getTime() - NOW.getTime()];
    };
    expect(lengthAfter(0, minutes(1))).toEqual([1, minutes(30)]);
    expect(lengthAfter(2, days(7) - 1)).toEqual([3, hours(2)]);
    expect(lengthAfter(9, 0)).toEqual([10, hours(12)]);
    expect(lengthAfter(3, days(7))).toEqual([0, minutes(15)]);
    expect(lengthAfter(3, 0, 5)).toEqual([undefined, undefined]);
  });

  it('that a burst begins is as long as the one before, and the burst is half as large after each longer one', () => {
    const until = ago(minutes(1));
    const begun = (sent: number, repeats: number, older = 0) => {
      const last = { ...block, until, repeats, unverified: 0 };
      const [minute, hour] = fresh('prefix', sent);
      const counts = [minute!, { ...hour!, sent: sent + older }];
      return decide(counts, { blocks: [last] }).begins.map((one) => one.repeats);
    };
    expect(begun(29, 0)).toEqual([]);
    expect(begun(30, 0)).toEqual([0]);
    expect(begun(14, 0, 1)).toEqual([]);
    expect(begun(15, 0, 1)).toEqual([1]);
    expect(begun(2, 8)).toEqual([]);
    expect(begun(3, 8)).toEqual([8]);
  });

  it('with the longest wait says how long to wait', () => {
    const country = { ...block, name: 'country:GB', until: addMs(NOW, hours(20)) };
    expect(decide([], { blocks: [block, country] }).refused?.retryAfterMs).toBe(hours(20));
  });
});
