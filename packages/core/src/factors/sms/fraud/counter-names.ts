import { callingCode, type PhoneNumber } from '../../../records/phone-number.js';
import { addressBucket } from '../../../shared/address-bucket.js';
import { addMs, days, hours, minutes } from '../../../shared/duration.js';
import type { KeyRing } from '../../../shared/keys/key-ring.js';
import { hmacOf } from '../../../shared/keys/keyed-digest.js';
import type { CounterKey, CounterQuery } from '../../codes/send-counters.js';
import type { GuardRule } from '../../../tenants/guard-modes.js';

/** What the fraud guard counts a send by. */
export interface SendTraits {
  readonly phone: PhoneNumber;
  /** ISO 3166-1 alpha-2; null where it is not known. */
  readonly country: string | null;
  /** For example `mobile`; null where it is not known. */
  readonly numberType: string | null;
  /**
   * The client's address, in any spelling; null or empty where it is not known, and then not counted. All that is no
   * address counts together.
   */
  readonly clientAddress: string | null;
}

/** The counter of one rule for one send. */
export interface WatchedCounter extends Pick<CounterKey, 'name' | 'part'> {
  readonly rule: GuardRule;
  /** The name that counts by the minute. */
  readonly minutesName: string;
  /** The name that counts whole days, for a rule that looks back further than one; null for none. */
  readonly dailyName: string | null;
  /** The name that counts, in parts, the blocked prefixes that a wider rule got messages back from; null for the others. */
  readonly returnedName: string | null;
}

/**
 * Returns the counters that a claim of a number or a first enrolment is judged by. A prefix and an address are keyed
 * hashes in their names, and a rotation of the keys starts both at nothing. Without a country, the country's calling
 * code counts.
 */
export function watchedCounters(
  keys: KeyRing,
  tenantId: string,
  { phone, country, numberType, clientAddress }: SendTraits,
): readonly WatchedCounter[] {
  const place = country ?? callingCode(phone);
  return [
    widerCounter('country', place),
    counterOf('prefix', hashOf(keys, tenantId, 'prefix', phone.slice(0, -4))),
    ...addressCounters(keys, tenantId, 'address', { clientAddress, part: place }),
    ...(numberType === null ? [] : [widerCounter('network', `${place}:${numberType}`)]),
  ];
}

/**
 * Returns the counters that a code to the verified number of an enrolled factor is judged by: the client's address, counted
 * apart from claims and first enrolments, so that strangers cannot block it.
 */
export function enrolledCounters(
  keys: KeyRing,
  tenantId: string,
  { phone, country, clientAddress }: SendTraits,
): readonly WatchedCounter[] {
  const part = country ?? callingCode(phone);
  return addressCounters(keys, tenantId, 'enrolled address', { clientAddress, part });
}

function addressCounters(
  keys: KeyRing,
  tenantId: string,
  label: string,
  { clientAddress, part }: Pick<SendTraits, 'clientAddress'> & Pick<CounterKey, 'part'>,
): readonly WatchedCounter[] {
  if (clientAddress === null) return [];
  const hash = hashOf(keys, tenantId, label, addressBucket(clientAddress));
  return [{ ...counterOf('address', hash), part }];
}

function hashOf(keys: KeyRing, tenantId: string, label: string, value: string): string {
  const hmac = hmacOf(keys.active, ['stepward/send-counter/v1', tenantId, label, value]);
  return hmac.toString('base64url');
}

function counterOf(rule: GuardRule, value: string): WatchedCounter {
  const names = { name: `${rule}:${value}`, minutesName: `${rule}_minutes:${value}` };
  return { rule, part: '', ...names, dailyName: null, returnedName: null };
}

/** The counter of a rule that prefixes are a part of. */
function widerCounter(rule: 'country' | 'network', value: string): WatchedCounter {
  const names = { dailyName: `${rule}_days:${value}`, returnedName: `${rule}_returned:${value}` };
  return { ...counterOf(rule, value), ...names };
}

/** The best of this many days is what a country, or a type of its numbers, is used to. */
export const BASELINE_DAYS = 14;

/** A message counts as unverified 3 minutes after it was sent, or up to 4, as it is counted by the minute. */
export const FRESH_MS = minutes(4);

/** What has to be read to judge a send. */
export function counterQueries(
  watched: readonly WatchedCounter[],
  now: Date,
): readonly CounterQuery[] {
  const lastDay = addMs(now, -days(1));
  return watched.flatMap(({ name, minutesName, dailyName, returnedName }) => [
    { name, since: lastDay },
    { name: minutesName, since: addMs(now, -FRESH_MS) },
    ...(dailyName === null ? [] : [{ name: dailyName, since: addMs(now, -days(BASELINE_DAYS)) }]),
    ...(returnedName === null ? [] : [{ name: returnedName, since: lastDay }]),
  ]);
}

/** The counters that a send at `now` raises. */
export function countedKeys(watched: readonly WatchedCounter[], now: Date): readonly CounterKey[] {
  return watched.flatMap(({ name, part, minutesName, dailyName }) => [
    { name, part, bucket: beginningOf(now, hours(1)) },
    { name: minutesName, part, bucket: beginningOf(now, minutes(1)) },
    ...(dailyName === null ? [] : [{ name: dailyName, part, bucket: beginningOf(now, days(1)) }]),
  ]);
}

/** The beginning of the minute, hour or UTC day that a time is in. */
export function beginningOf(time: Date, lengthMs: number): Date {
  return new Date(time.getTime() - (time.getTime() % lengthMs));
}
