import {
  defaulted,
  isPositiveInteger,
  readOptions,
  type OptionTable,
} from '../../../shared/checks/check-options.js';
import { days, hours, minutes } from '../../../shared/duration.js';

/**
 * The limits of the fraud guard. A rule is beyond its limit when as many messages are unverified, that is sent three minutes
 * ago and not proven by their code. The limit of an hour or a day is never below the number here, and grows with the
 * messages that are verified.
 */
export interface FraudLimits {
  /** Unverified messages within an hour to one country; 3. */
  readonly countryPerHour: number;
  /** The same within 24 hours; 20. */
  readonly countryPerDay: number;
  /** Within an hour to numbers that differ in their last four digits alone; 3. */
  readonly prefixPerHour: number;
  /** The same within 24 hours; 10. */
  readonly prefixPerDay: number;
  /** Within an hour from one client address, or one /64 of IPv6; 5. */
  readonly addressPerHour: number;
  /** The same within 24 hours; 10. */
  readonly addressPerDay: number;
  /** Countries with unverified messages from one address within 24 hours; 3. */
  readonly addressCountries: number;
  /** Within an hour to numbers of one type in one country; 3. */
  readonly networkPerHour: number;
  /** The same within 24 hours; 20. */
  readonly networkPerDay: number;
  /** How many unverified messages are normal, in percent of the verified ones; 20. */
  readonly unverifiedPercent: number;
  /** Length of a first block in milliseconds; 900 000 (15 minutes). A repeated one is twice as long as the one before. */
  readonly blockMs: number;
  /** The longest block in milliseconds; 43 200 000 (12 hours). */
  readonly longestBlockMs: number;
}

/** See `docs/sms-fraud.md`. */
export const DEFAULT_FRAUD_LIMITS: FraudLimits = {
  countryPerHour: 3,
  countryPerDay: 20,
  prefixPerHour: 3,
  prefixPerDay: 10,
  addressPerHour: 5,
  addressPerDay: 10,
  addressCountries: 3,
  networkPerHour: 3,
  networkPerDay: 20,
  unverifiedPercent: 20,
  blockMs: minutes(15),
  longestBlockMs: hours(12),
};

/** A block that begins this long after the end of the last one, or later, is a first one again. */
export const BLOCK_MEMORY_MS = days(7);

/** How long counters are kept, and blocks after their end. */
export const COUNTER_RETENTION_MS = days(15);

/**
 * The defaults with the host's changes.
 *
 * @throws TypeError where a limit is unknown or not a positive integer.
 */
export function fraudLimits(changes: Partial<FraudLimits> = {}): FraudLimits {
  return readOptions('createStepward', changes, LIMITS, 'fraudLimits.');
}

const LIMITS = Object.fromEntries(
  (Object.keys(DEFAULT_FRAUD_LIMITS) as (keyof FraudLimits)[]).map((name) => [
    name,
    defaulted(DEFAULT_FRAUD_LIMITS[name], 'a positive integer', isPositiveInteger),
  ]),
) as unknown as OptionTable<Partial<FraudLimits>>;
