import { callingCode, type PhoneNumber } from '../../phones/phone-number.js';
import { addressBucket } from '../../shared/address-bucket.js';
import { addMs, days, hours } from '../../shared/duration.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { hmacOf } from '../../shared/keyed-digest.js';
import type { CounterKey, CounterQuery } from '../codes/send-counters.js';
import type { GuardRule } from './guard-modes.js';

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
  /** The name that counts whole days, for a rule that looks back further than one; null for none. */
  readonly dailyName: string | null;
}

/**
 * Returns the counters that a send is judged by. A prefix and an address are keyed hashes in their names, and a rotation
 * of the keys starts both at nothing. Without a country, the country's calling code counts.
 */
export function watchedCounters(
  keys: KeyRing,
  tenantId: string,
  { phone, country, numberType, clientAddress }: SendTraits,
): readonly WatchedCounter[] {
  const place = country ?? callingCode(phone);
  const hash = (rule: GuardRule, value: string): string => {
    const hmac = hmacOf(keys.active, ['stepward/send-counter/v1', tenantId, rule, value]);
    return `${rule}:${hmac.toString('base64url')}`;
  };
  const whole = { part: '', dailyName: null };
  return [
    { ...whole, rule: 'country', name: `country:${place}`, dailyName: `country_days:${place}` },
    { ...whole, rule: 'prefix', name: hash('prefix', phone.slice(0, -4)) },
    ...(clientAddress === null || clientAddress === ''
      ? []
      : [
          {
            ...whole,
            rule: 'address',
            name: hash('address', addressBucket(clientAddress)),
            part: place,
          } as const,
        ]),
    ...(numberType === null
      ? []
      : [
          {
            rule: 'network',
            part: '',
            name: `network:${place}:${numberType}`,
            dailyName: `network_days:${place}:${numberType}`,
          } as const,
        ]),
  ];
}

/** The best of this many days is what a country, or a type of its numbers, is used to. */
export const BASELINE_DAYS = 14;

/** What has to be read to judge a send. */
export function counterQueries(
  watched: readonly WatchedCounter[],
  now: Date,
): readonly CounterQuery[] {
  return watched.flatMap(({ name, dailyName }) => [
    { name, since: addMs(now, -days(1)) },
    ...(dailyName === null ? [] : [{ name: dailyName, since: addMs(now, -days(BASELINE_DAYS)) }]),
  ]);
}

/** The counters that a send at `now` raises. */
export function countedKeys(watched: readonly WatchedCounter[], now: Date): readonly CounterKey[] {
  return watched.flatMap(({ name, part, dailyName }) => [
    { name, part, bucket: beginningOf(now, hours(1)) },
    ...(dailyName === null ? [] : [{ name: dailyName, part, bucket: beginningOf(now, days(1)) }]),
  ]);
}

/** The beginning of the hour or UTC day that a time is in. */
export function beginningOf(time: Date, lengthMs: number): Date {
  return new Date(time.getTime() - (time.getTime() % lengthMs));
}
