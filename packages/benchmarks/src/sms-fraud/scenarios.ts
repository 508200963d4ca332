import type { PhoneNumber } from '@stepward/core';
import type { AskedSend, Scenario } from './simulate.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The shares of a day's messages by hour, in thousandths: quiet nights, a peak in the evening. */
const BY_HOUR = [
  8, 5, 4, 4, 5, 10, 20, 35, 45, 50, 50, 52, 55, 52, 50, 50, 55, 60, 70, 200, 60, 30, 18, 12,
];

/** A generator of numbers in [0, 1) that repeats with its seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Customers of one country over a day: each from an address of their own, to numbers all over the country. */
function people(
  count: number,
  { unverified, from = 0, to = 24 }: { unverified: number; from?: number; to?: number },
): AskedSend[] {
  const random = seeded(count + unverified);
  const hours = BY_HOUR.slice(from, to);
  const whole = hours.reduce((sum, share) => sum + share, 0);
  /** The time of day by which a share of the people has come. */
  const timeOf = (share: number): number => {
    let left = share * whole;
    const hour = hours.findIndex((of) => (left -= of) < 0);
    return (from + hour + 1 + left / (hours[hour] ?? 1)) * HOUR_MS;
  };
  return Array.from({ length: count }, (_, index) => ({
    tenantId: 'acme',
    at: timeOf((index + 0.5) / count),
    by: 'honest' as const,
    phone: numberOf('+4474', 8, Math.floor(random() * 1e8)),
    country: 'GB',
    clientAddress: `2001:db8:${index.toString(16)}:1::1`,
    // As many as `unverified` never type the code in. The others do within 10 to 40 seconds.
    typedAfterMs:
      unverified > 0 &&
      index % Math.floor(count / unverified) === 7 % Math.floor(count / unverified)
        ? null
        : 10_000 + random() * 30_000,
  }));
}

interface Attack {
  readonly count: number;
  readonly fromHour: number;
  readonly hours: number;
  /** How many ranges of 10,000 numbers the messages go to. */
  readonly ranges: number;
  /** How many addresses they are asked for from. */
  readonly addresses: number;
  /** How many messages in a row go to one range; by default each goes to the next. */
  readonly perRange?: number;
  readonly country?: string;
  readonly front?: string;
  readonly tenantId?: string;
}

/** Messages at an even pace to numbers that nobody types codes from. */
function attack({
  country = 'GB',
  front = '+4479',
  tenantId = 'acme',
  perRange = 1,
  ...attack
}: Attack): AskedSend[] {
  const { count, fromHour, hours, ranges, addresses } = attack;
  return Array.from({ length: count }, (_, index) => ({
    tenantId,
    at: (fromHour + ((index + 0.5) / count) * hours) * HOUR_MS,
    by: 'attacker' as const,
    phone: numberOf(
      `${front}${String(1000 + (Math.floor(index / perRange) % ranges))}`,
      4,
      index % 10_000,
    ),
    country,
    clientAddress: addressOf(index % addresses),
    typedAfterMs: null,
  }));
}

/** People behind one address with numbers of one range, one every `everyMs`. They type the code in after 27 seconds. */
function office(index: number, everyMs: number): AskedSend[] {
  return Array.from({ length: 30 }, (_, person) => ({
    tenantId: 'acme',
    at: (9 + index) * HOUR_MS + person * everyMs,
    by: 'honest' as const,
    phone: numberOf(`+44740012${String(index)}`, 4, person),
    country: 'GB',
    clientAddress: addressOf(index),
    typedAfterMs: 27_000,
  }));
}

/** Step-up codes to the numbers of enrolled factors, all of one range, over a day. */
function stepUps(count: number, range: string): AskedSend[] {
  return people(count, { unverified: 0 }).map((send, index) => {
    return { ...send, phone: numberOf(range, 4, index), isEnrolled: true };
  });
}

function numberOf(front: string, digits: number, value: number): PhoneNumber {
  return `${front}${String(value).padStart(digits, '0')}` as PhoneNumber;
}

function addressOf(index: number): string {
  return `198.51.${String(100 + Math.floor(index / 250))}.${String(1 + (index % 250))}`;
}

const BUSY = { country: 'GB', verified: 1_000 };
const QUIET = { country: 'GB', verified: 15 };
const NEW = { country: 'GB', verified: 0 };
/** An attack abroad, each message from an address of its own. */
const ABROAD = { country: 'AZ', front: '+99450', addresses: 5_000 };
const TENANTS = Array.from({ length: 40 }, (_, index) => `tenant-${String(index)}`);

/**
 * Ten days of Authgear's simulation (docs/specs/fraud-protection-simulate.py of authgear-server), with their volumes: a
 * tenant of 1,000 messages a day and one of 15. The others are ours.
 */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'launch', usual: NEW, sends: people(320, { unverified: 20, from: 9, to: 10 }) },
  { name: 'usual day', usual: BUSY, sends: people(1_050, { unverified: 50 }) },
  { name: 'twice the usual', usual: BUSY, sends: people(2_150, { unverified: 150 }) },
  {
    name: 'attack on a quiet day',
    usual: BUSY,
    sends: [
      ...people(525, { unverified: 25 }),
      ...attack({ count: 275, fromHour: 10, hours: 5, ranges: 4, addresses: 3 }),
    ],
  },
  {
    name: 'attack on a busy day',
    usual: BUSY,
    sends: [
      ...people(2_150, { unverified: 150 }),
      ...attack({ count: 650, fromHour: 16, hours: 4, ranges: 4, addresses: 3 }),
    ],
  },
  { name: 'small: launch', usual: NEW, sends: people(12, { unverified: 2, from: 9, to: 10 }) },
  { name: 'small: usual day', usual: QUIET, sends: people(17, { unverified: 5 }) },
  { name: 'small: twice the usual', usual: QUIET, sends: people(35, { unverified: 5 }) },
  {
    name: 'small: attack on a quiet day',
    usual: QUIET,
    sends: [
      ...people(8, { unverified: 1 }),
      ...attack({ count: 34, fromHour: 10, hours: 5, ranges: 1, addresses: 1 }),
    ],
  },
  {
    name: 'small: attack on a busy day',
    usual: QUIET,
    sends: [
      ...people(35, { unverified: 5 }),
      ...attack({ count: 45, fromHour: 12, hours: 5, ranges: 1, addresses: 1 }),
    ],
  },
  {
    name: 'addresses that rotate',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...attack({
        count: 5_000,
        fromHour: 10,
        hours: 10,
        ranges: 100,
        addresses: 5_000,
        country: 'AZ',
        front: '+99450',
      }),
    ],
  },
  {
    name: 'one prefix in 40 tenants',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...TENANTS.flatMap((tenantId) =>
        attack({ count: 100, fromHour: 10, hours: 10, ranges: 1, addresses: 50, tenantId }),
      ),
    ],
  },
  {
    name: 'range after range',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...attack({ ...ABROAD, count: 400, fromHour: 8, hours: 400 / 60, ranges: 100, perRange: 4 }),
    ],
  },
  {
    name: '20 new ranges an hour',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...attack({ ...ABROAD, count: 480, fromHour: 8, hours: 6, ranges: 120, perRange: 4 }),
    ],
  },
  {
    name: 'one account against a range',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...stepUps(40, '+44791000'),
      ...attack({ count: 10, fromHour: 8, hours: 10 / 60, ranges: 1, addresses: 10 }),
    ],
  },
  {
    name: 'a burst of one second',
    usual: BUSY,
    sends: [
      ...people(1_050, { unverified: 50 }),
      ...attack({ ...ABROAD, count: 400, fromHour: 8, hours: 1 / 3_600, ranges: 1 }),
    ],
  },
  {
    name: 'offices, each behind one address',
    usual: NEW,
    sends: [...office(0, 2_000), ...office(1, 4_000), ...office(2, 5_000)],
  },
  {
    name: 'launch within 10 seconds',
    usual: NEW,
    sends: people(30, { unverified: 0, from: 9, to: 10 }).map((send, index) => {
      return { ...send, at: 9 * HOUR_MS + (index * 10_000) / 30 };
    }),
  },
];
