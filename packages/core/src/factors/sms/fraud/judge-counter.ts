import { addMs, days, hours } from '../../../shared/duration.js';
import type { BlockMode, SendBlock, SendCount, SendCounters } from '../../codes/send-counters.js';
import { beginningOf, FRESH_MS, type WatchedCounter } from './counter-names.js';
import { BLOCK_MEMORY_MS, type FraudLimits } from './fraud-limits.js';
import type { GuardRule } from '../../../tenants/guard-modes.js';

/** A counter of a rule that is on, with the rule's mode for the country. */
export type ActiveCounter = WatchedCounter & { readonly mode: BlockMode };

/** What a counter says of a message. */
export interface Judged {
  /** The end of its block; null for none. */
  readonly until: Date | null;
  /** The block that begins with the message; null for none. */
  readonly begins: SendBlock | null;
  /** The unverified messages that led to the block that begins, by the hour. */
  readonly ledTo: readonly SendCount[];
}

/**
 * Judges a message by one counter. A rule beyond its limit begins a block if more messages are unverified than the last
 * block knew of. So does a burst of messages that may still be verified; a block that a burst begins is no longer than
 * the one before it.
 */
export function judgeCounter(
  { blocks, counts }: SendCounters,
  limits: FraudLimits,
  counter: ActiveCounter,
  now: Date,
): Judged {
  const last = lastBlock(blocks, counter);
  if (last !== null && now < last.until) return { ...PASSES, until: last.until };
  const known = knownCounts(counts, counter, now);
  const further = furtherSince(known.hourly, last);
  const repeats = repeatsOf(last, further, now);
  const bounds = boundsOf(known, counter, limits, now);
  const isBeyondLimit = further > 0 && isBeyond(known.hourly, counter, bounds, now);
  if (!isBeyondLimit && !isBurst(known, bounds, repeats)) return PASSES;
  const { name, mode } = counter;
  const until = addMs(now, Math.min(limits.blockMs * 2 ** repeats, limits.longestBlockMs));
  const unverified = unverifiedOf(knownBy(known.hourly, now));
  return {
    until,
    begins: { name, mode, startedAt: now, until, repeats, unverified },
    ledTo: newest(last === null ? known.hourly : afterEnd(known.hourly, last), further),
  };
}

const PASSES: Judged = { until: null, begins: null, ledTo: [] };

/** The latest block that means something to the counter's mode: one that only monitored means nothing to `enforce`. */
function lastBlock(blocks: readonly SendBlock[], { name, mode }: ActiveCounter): SendBlock | null {
  const last = blocks.find((block) => block.name === name);
  return last !== undefined && (last.mode === 'enforce' || mode === 'monitor') ? last : null;
}

interface KnownCounts {
  /** The messages of the last day by the hour. The unverified ones are old enough to count. */
  readonly hourly: readonly SendCount[];
  /** The messages of the last minutes, which may still be verified. */
  readonly fresh: readonly SendCount[];
  /** The messages by the day, for a rule that looks back further than one. */
  readonly daily: readonly SendCount[];
}

function knownCounts(
  counts: readonly SendCount[],
  { name, minutesName, dailyName }: WatchedCounter,
  now: Date,
): KnownCounts {
  const fresh = within(ofName(counts, minutesName), now, FRESH_MS);
  const hourly = ofName(counts, name).map((hour) => {
    const ofHour = fresh.filter(
      ({ part, bucket }) =>
        part === hour.part && isSame(beginningOf(bucket, hours(1)), hour.bucket),
    );
    return { ...hour, sent: hour.sent - unverifiedOf(ofHour) };
  });
  return { hourly, fresh, daily: dailyName === null ? [] : ofName(counts, dailyName) };
}

/** How many messages are unverified beyond those that the last block knew of. */
function furtherSince(hourly: readonly SendCount[], last: SendBlock | null): number {
  if (last === null) return unverifiedOf(hourly);
  return Math.max(0, unverifiedOf(knownBy(hourly, last.startedAt)) - last.unverified);
}

/** The hours that a block which begins at `start` can tell apart from later messages; fresh ones may be in the hour before. */
function knownBy(hourly: readonly SendCount[], start: Date): readonly SendCount[] {
  const since = beginningOf(addMs(start, -FRESH_MS), hours(1));
  return hourly.filter(({ bucket }) => bucket >= since);
}

function afterEnd(hourly: readonly SendCount[], last: SendBlock): readonly SendCount[] {
  const since = beginningOf(last.until, hours(1));
  return hourly.filter(({ bucket }) => bucket >= since);
}

/** The newest unverified messages, at most `most` of them. */
function newest(hourly: readonly SendCount[], most: number): readonly SendCount[] {
  const newestFirst = hourly.toSorted((a, b) => b.bucket.getTime() - a.bucket.getTime());
  return newestFirst.flatMap((hour, index) => {
    const sent = Math.min(unverifiedOf([hour]), most - unverifiedOf(newestFirst.slice(0, index)));
    return sent > 0 ? [{ ...hour, sent, verified: 0 }] : [];
  });
}

function repeatsOf(last: SendBlock | null, further: number, now: Date): number {
  if (last === null || now >= addMs(last.until, BLOCK_MEMORY_MS)) return 0;
  return last.repeats + (further > 0 ? 1 : 0);
}

interface Bounds {
  readonly perHour: number;
  readonly perDay: number;
  /** Countries with unverified messages; only an address has several. */
  readonly countries: number;
}

function boundsOf(
  { hourly, daily }: KnownCounts,
  { rule }: WatchedCounter,
  limits: FraudLimits,
  now: Date,
): Bounds {
  const share = limits.unverifiedPercent / 100;
  const floor = FLOORS[rule](limits);
  const verified = verifiedOf(within(hourly, now, days(1)));
  const perDay = Math.max(floor.perDay, share * verified, share * bestOf(daily));
  const ofHour = share * verifiedOf(within(hourly, now, HOUR_MS));
  const perHour = Math.max(floor.perHour, perDay / 6) + ofHour;
  return { perHour, perDay, countries: rule === 'address' ? limits.addressCountries : Infinity };
}

const FLOORS = {
  country: (limits) => ({ perHour: limits.countryPerHour, perDay: limits.countryPerDay }),
  prefix: (limits) => ({ perHour: limits.prefixPerHour, perDay: limits.prefixPerDay }),
  address: (limits) => ({ perHour: limits.addressPerHour, perDay: limits.addressPerDay }),
  network: (limits) => ({ perHour: limits.networkPerHour, perDay: limits.networkPerDay }),
} as const satisfies Record<
  GuardRule,
  (limits: FraudLimits) => { readonly perHour: number; readonly perDay: number }
>;

/** The formula: the unverified messages of the hour and the day against their limits. */
function isBeyond(
  hourly: readonly SendCount[],
  { part }: WatchedCounter,
  { perHour, perDay, countries }: Bounds,
  now: Date,
): boolean {
  const lastDay = within(hourly, now, days(1));
  return (
    unverifiedOf(lastDay) >= perDay ||
    unverifiedOf(within(hourly, now, HOUR_MS)) >= perHour ||
    new Set([part, ...unverifiedParts(lastDay)]).size > countries
  );
}

/** A first burst may be this many times as large as the limit of an hour. */
const BURST = 10;

/** Each block that unverified messages have made longer halves the burst after it, down to the limit itself. */
function isBurst({ fresh }: KnownCounts, { perHour, countries }: Bounds, repeats: number): boolean {
  const times = Math.max(1, BURST / 2 ** repeats);
  return (
    unverifiedOf(fresh) >= times * perHour || unverifiedParts(fresh).length > times * countries
  );
}

/** An hour, and the time in which its last messages are fresh: they do not pass between two hours. */
const HOUR_MS = hours(1) + FRESH_MS;

function ofName(counts: readonly SendCount[], name: string): readonly SendCount[] {
  return counts.filter((one) => one.name === name);
}

/** The buckets that began within the last `ms`. */
function within(counts: readonly SendCount[], now: Date, ms: number): readonly SendCount[] {
  const since = addMs(now, -ms);
  return counts.filter(({ bucket }) => bucket > since);
}

function verifiedOf(counts: readonly SendCount[]): number {
  return counts.reduce((sum, { verified }) => sum + verified, 0);
}

/**
 * A message that a country got back with its prefix may still be verified, or not sent after all. What is then below
 * zero must not hide others.
 */
function unverifiedOf(counts: readonly SendCount[]): number {
  return counts.reduce((sum, { sent, verified }) => sum + Math.max(0, sent - verified), 0);
}

function bestOf(daily: readonly SendCount[]): number {
  return Math.max(0, ...daily.map(({ verified }) => verified));
}

function unverifiedParts(counts: readonly SendCount[]): readonly string[] {
  const parts = [...new Set(counts.map(({ part }) => part))];
  return parts.filter((part) => unverifiedOf(counts.filter((one) => one.part === part)) > 0);
}

function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime();
}
