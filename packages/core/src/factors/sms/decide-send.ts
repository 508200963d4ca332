import { addMs, days, hours, msBetween } from '../../shared/duration.js';
import type {
  BlockMode,
  CounterKey,
  SendBlock,
  SendCount,
  SendCounters,
} from '../codes/send-counters.js';
import { beginningOf, countedKeys, type WatchedCounter } from './counter-names.js';
import { BLOCK_MEMORY_MS, type FraudLimits } from './fraud-limits.js';
import type { CountryModes, FraudGuard, GuardRule } from './guard-modes.js';

/** The fraud guard refuses the message, for the tenant and for now. */
export interface FraudGuarded {
  readonly code: 'fraud_guard';
  readonly retryAfterMs: number;
}

/** The number that a message goes to, as the guard sees it. */
export interface GuardedNumber {
  /** ISO 3166-1 alpha-2; null where it is not known. */
  readonly country: string | null;
  readonly watched: readonly WatchedCounter[];
}

/** What the tenant has set. */
export interface GuardContext {
  readonly fraudGuard: FraudGuard;
  readonly countryModes: CountryModes;
}

/** A block that begins with a message. */
export interface BegunBlock extends SendBlock {
  readonly rule: GuardRule;
}

/** Whether to send, what the message counts as, and what to store and record in either case. */
export interface SendDecision {
  /** Null where it is sent. */
  readonly refused: FraudGuarded | null;
  /** The counters that it raises if it is sent. */
  readonly counted: readonly CounterKey[];
  readonly begins: readonly BegunBlock[];
  /** What the country gets back where a block of one of its prefixes begins. */
  readonly takenBack: readonly SendCount[];
}

/**
 * Decides whether a message may be sent, by what was sent before and not verified (`docs/sms-fraud.md` has the formula).
 * A rule beyond its limit begins a block, which ends by itself. In `enforce` it refuses until then, in `monitor` it
 * sends. A block that began in `monitor` means nothing to `enforce`, which judges again. A country in `allow` is not
 * judged and not counted.
 *
 * A blocked prefix is the narrower answer: its messages no longer count for the country and the type, so that people
 * with other numbers of the country are not refused because of them. Where the prefix is in `monitor`, that holds only
 * for rules in `monitor`.
 */
export function decideSend(
  counters: SendCounters,
  limits: FraudLimits,
  number: GuardedNumber,
  context: GuardContext,
  now: Date,
): SendDecision {
  const watched = watchedBy(number, context);
  const judge = (counter: ActiveCounter): Judged => judgeCounter(counters, limits, counter, now);
  const prefix = watched.filter(({ rule }) => rule === 'prefix');
  const blockedPrefix = prefix.filter((counter) => judge(counter).until !== null);
  // A prefix that is only watched still sends: it is no answer for a wider rule that refuses.
  const isCovered = ({ rule, mode }: ActiveCounter): boolean =>
    WIDER.includes(rule) &&
    blockedPrefix.some((blocked) => blocked.mode === 'enforce' || mode === 'monitor');
  const judged = watched.map((counter) => {
    const { until, begins } = judge(counter);
    const isBeside = isCovered(counter) && begins.length > 0;
    return isBeside ? { counter, until: null, begins: [] } : { counter, until, begins };
  });
  const waits = judged.flatMap(({ counter, until }) =>
    counter.mode === 'monitor' || until === null ? [] : [msBetween(now, until)],
  );
  const covered = watched.filter(isCovered);
  const uncovered = watched.filter((counter) => !isCovered(counter));
  return {
    refused: waits.length === 0 ? null : { code: 'fraud_guard', retryAfterMs: Math.max(...waits) },
    counted: countedKeys(uncovered, now),
    begins: judged.flatMap(({ begins }) => begins),
    takenBack: prefix
      .map(judge)
      .flatMap(({ begins, counts }) =>
        begins.length === 0
          ? []
          : covered.flatMap(({ name, part }) => unverifiedAs(counts, name, part)),
      ),
  };
}

/** The rules that a prefix is a part of. */
const WIDER: readonly GuardRule[] = ['country', 'network'];

type ActiveCounter = WatchedCounter & { readonly mode: BlockMode };

interface Judged {
  /** The end of its block; null for none. */
  readonly until: Date | null;
  readonly begins: readonly BegunBlock[];
  /** What it was judged by. */
  readonly counts: readonly SendCount[];
}

function judgeCounter(
  { blocks, counts }: SendCounters,
  limits: FraudLimits,
  watched: ActiveCounter,
  now: Date,
): Judged {
  const { name, rule, mode } = watched;
  const last =
    blocks.find(
      (block) => block.name === name && (block.mode === 'enforce' || mode === 'monitor'),
    ) ?? null;
  if (last !== null && now < last.until) return { until: last.until, begins: [], counts: [] };
  const judged = countsSince(counts, watched, last);
  if (!isBeyond(judged, watched, limits, now)) return { until: null, begins: [], counts: [] };
  const block = { ...nextBlock(last, limits, now), name, mode };
  return { until: block.until, begins: [{ ...block, rule }], counts: judged.hourly };
}

/** The unverified messages of one counter, taken from another. */
function unverifiedAs(
  counts: readonly SendCount[],
  name: string,
  part: string,
): readonly SendCount[] {
  return counts.map(({ bucket, sent, verified }) => {
    return { name, part, bucket, sent: verified - sent, verified: 0 };
  });
}

/** The counters of rules that are on, with their modes for this country. */
function watchedBy(
  { country, watched }: GuardedNumber,
  { fraudGuard, countryModes }: GuardContext,
): readonly ActiveCounter[] {
  const ofCountry = country === null ? undefined : countryModes[country];
  if (ofCountry === 'allow') return [];
  return watched.flatMap((counter) => {
    const mode = fraudGuard[counter.rule];
    if (mode === 'off') return [];
    return [{ ...counter, mode: ofCountry === 'monitor' ? 'monitor' : mode }];
  });
}

interface Counts {
  readonly hourly: readonly SendCount[];
  readonly daily: readonly SendCount[];
}

/** What led to an earlier block is not counted again. */
function countsSince(
  counts: readonly SendCount[],
  { name, dailyName }: WatchedCounter,
  last: SendBlock | null,
): Counts {
  const since = last === null ? null : beginningOf(last.until, hours(1));
  return {
    hourly: counts.filter((one) => one.name === name && (since === null || one.bucket >= since)),
    daily: counts.filter((one) => one.name === dailyName),
  };
}

/**
 * The formula: the unverified messages of the hour and the day against their limits. Codes that people are about to type
 * in count as unverified, so the share of the hour comes on top of its limit.
 */
function isBeyond(
  { hourly, daily }: Counts,
  { rule, part }: WatchedCounter,
  limits: FraudLimits,
  now: Date,
): boolean {
  const lastDay = within(hourly, now, days(1));
  const lastHour = within(hourly, now, hours(1));
  const share = limits.unverifiedPercent / 100;
  const floor = FLOORS[rule](limits);
  const perDay = Math.max(floor.perDay, share * verifiedOf(lastDay), share * bestOf(daily));
  const perHour = Math.max(floor.perHour, perDay / 6) + share * verifiedOf(lastHour);
  if (unverifiedOf(lastDay) >= perDay || unverifiedOf(lastHour) >= perHour) return true;
  if (rule !== 'address') return false;
  const countries = new Set([part, ...unverifiedParts(lastDay)]);
  return countries.size > limits.addressCountries;
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

function nextBlock(
  last: SendBlock | null,
  { blockMs, longestBlockMs }: FraudLimits,
  now: Date,
): Pick<SendBlock, 'startedAt' | 'until' | 'repeats'> {
  const isRepeated = last !== null && now < addMs(last.until, BLOCK_MEMORY_MS);
  const repeats = isRepeated ? last.repeats + 1 : 0;
  const lengthMs = Math.min(blockMs * 2 ** repeats, longestBlockMs);
  return { startedAt: now, until: addMs(now, lengthMs), repeats };
}
