import { hours, msBetween } from '../../../shared/duration.js';
import type { CounterKey, SendBlock, SendCount, SendCounters } from '../../codes/send-counters.js';
import { beginningOf, countedKeys, type WatchedCounter } from './counter-names.js';
import type { FraudLimits } from './fraud-limits.js';
import type { CountryModes, FraudGuard, GuardRule } from '../../../tenants/guard-modes.js';
import { judgeCounter, type ActiveCounter, type Judged } from './judge-counter.js';

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
  /** What the country and the type get back where a block of one of their prefixes begins. */
  readonly takenBack: readonly SendCount[];
}

/**
 * Decides whether a message may be sent, by what was sent before and not verified (`docs/sms-fraud.md` has the formula).
 * A rule beyond its limit begins a block, which ends by itself. In `enforce` it refuses until then, in `monitor` it
 * sends. A block that began in `monitor` means nothing to `enforce`, which judges again. A country in `allow` is not
 * judged and not counted.
 *
 * A blocked prefix is the narrower answer: its messages no longer count for the country and the type, so that people
 * with other numbers of the country are not refused because of them. That holds for the first three prefixes of a day: what
 * blocks more of them is an attack on the country. Where the prefix is in `monitor`, it holds only for rules in
 * `monitor`.
 */
export function decideSend(
  counters: SendCounters,
  limits: FraudLimits,
  number: GuardedNumber,
  context: GuardContext,
  now: Date,
): SendDecision {
  const judged = watchedBy(number, context).map((counter) => {
    return { ...judgeCounter(counters, limits, counter, now), counter };
  });
  const prefixes = judged.filter(
    ({ counter, until }) => counter.rule === 'prefix' && until !== null,
  );
  const isCovered = ({ counter }: JudgedCounter): boolean =>
    prefixes.some((prefix) => covers(prefix.counter, counter, counters.counts));
  const covered = judged.filter(isCovered);
  // A block that has begun stays; none begins beside the prefix.
  const standing = judged.filter((one) => !isCovered(one) || one.begins === null);
  const waits = standing.flatMap(({ counter, until }) =>
    counter.mode === 'monitor' || until === null ? [] : [msBetween(now, until)],
  );
  return {
    refused: waits.length === 0 ? null : { code: 'fraud_guard', retryAfterMs: Math.max(...waits) },
    counted: countedKeys(
      judged.filter((one) => !isCovered(one)).map(({ counter }) => counter),
      now,
    ),
    begins: standing.flatMap(({ counter: { rule }, begins }) =>
      begins === null ? [] : [{ ...begins, rule }],
    ),
    takenBack: prefixes
      .filter(({ begins }) => begins !== null)
      .flatMap((prefix) => covered.flatMap(({ counter }) => returnTo(counter, prefix, now))),
  };
}

type JudgedCounter = Judged & { readonly counter: ActiveCounter };

/** How many blocked prefixes a wider rule gets messages back from within a day. */
const RETURNED_PREFIXES = 3;

/** Whether the block of a prefix answers for a wider rule. A prefix that is only watched still sends. */
function covers(
  prefix: ActiveCounter,
  { returnedName, mode }: ActiveCounter,
  counts: readonly SendCount[],
): boolean {
  if (returnedName === null || (prefix.mode === 'monitor' && mode !== 'monitor')) return false;
  const returned = new Set(
    counts.filter(({ name }) => name === returnedName).map(({ part }) => part),
  );
  return returned.has(prefix.name) || returned.size < RETURNED_PREFIXES;
}

/** What a wider rule gets back where the block of one of its prefixes begins, and that it got it. */
function returnTo(
  { name, part, returnedName }: ActiveCounter,
  { counter: prefix, ledTo }: JudgedCounter,
  now: Date,
): readonly SendCount[] {
  const bucket = beginningOf(now, hours(1));
  const mark = { name: returnedName ?? name, part: prefix.name, bucket, sent: 1, verified: 0 };
  return [mark, ...ledTo.map(({ sent, ...hour }) => ({ ...hour, name, part, sent: -sent }))];
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
