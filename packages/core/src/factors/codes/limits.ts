import {
  isPositiveInteger,
  optional,
  type OptionRule,
  readOptions,
  type OptionTable,
} from '../../shared/checks/check-options.js';
import { hours, minutes, seconds } from '../../shared/duration.js';
import { LONGEST_LIFETIME_MS } from '../../shared/one-time-code.js';

/** Budgets for codes. Every one of them survives resends, restarts and races. */
export interface CodeLimits {
  /**
   * Lifetime of a code for enrolment or phone verification in milliseconds; 900 000 (15 minutes), at least 60 000 and
   * at most 900 000.
   */
  readonly lifetimeMs: number;
  /** Lifetime of a step-up code, and of each challenge of WebAuthn, in milliseconds; 300 000 (5 minutes), at least 60 000 and at most 600 000. */
  readonly stepUpLifetimeMs: number;
  /** Wrong codes allowed per enrolment, verification or challenge; 5. The last of them destroys the code. */
  readonly attempts: number;
  /**
   * Wrong codes per identity over all purposes within one hour; 10. Only time clears them; a success removes those
   * at its own code.
   */
  readonly guessesPerHour: number;
  /**
   * Wrong answers in a row for one enrolled factor, after which it is suspended; 100, and at most 100 (NIST SP
   * 800-63B-4 section 3.2.2). A right answer for that factor ends the row.
   */
  readonly guessesInARow: number;
  /**
   * Milliseconds between two sends, per identity and per share of a phone number; 60 000. A code that was
   * used, and a send that failed, end the wait.
   */
  readonly sendCooldownMs: number;
  /** Sends within one hour, per identity, and over all people whose verified number it is per phone number; 5. */
  readonly sendsPerHour: number;
  /** The same within 24 hours; 10. */
  readonly sendsPerDay: number;
  /**
   * Sends within one hour to a phone number over all who claim it without having verified it; 3. They are counted
   * separately from the sends to its owner.
   */
  readonly claimsPerHour: number;
  /** The same within 24 hours; 5. */
  readonly claimsPerDay: number;
  /** Sends within one hour per identity that the provider definitely refuses; 10. After that nothing is sent. */
  readonly refusalsPerHour: number;
  /**
   * Starts of enrolments that send nothing, such as an authenticator app's, and sets of recovery codes, within one hour
   * per identity; 10.
   */
  readonly startsPerHour: number;
  /** Timeout of the SMS provider in milliseconds; 10 000. */
  readonly smsTimeoutMs: number;
}

/** The most that NIST SP 800-63B-4 section 3.2.2 allows. */
const MOST_IN_A_ROW = 100;

/** See `docs/decisions.md`, "SMS enrolment and codes" and "Step-up". */
export const DEFAULT_CODE_LIMITS: CodeLimits = {
  lifetimeMs: LONGEST_LIFETIME_MS,
  stepUpLifetimeMs: minutes(5),
  attempts: 5,
  guessesPerHour: 10,
  guessesInARow: MOST_IN_A_ROW,
  sendCooldownMs: seconds(60),
  sendsPerHour: 5,
  sendsPerDay: 10,
  claimsPerHour: 3,
  claimsPerDay: 5,
  refusalsPerHour: 10,
  startsPerHour: 10,
  smsTimeoutMs: seconds(10),
};

/** How long a code is kept after its end, so that a late answer is 422 `code_expired` and not 404. */
export const TOMBSTONE_MS = hours(24);

/**
 * The defaults with the host's changes.
 *
 * @throws TypeError where a limit is unknown or not a positive integer, or a lifetime is outside its bounds.
 */
export function codeLimits(changes: Partial<CodeLimits> = {}): CodeLimits {
  return readOptions('createStepward', changes, LIMITS, 'limits.');
}

/** The shortest lifetime, because messages state it in whole minutes. */
const SHORTEST = minutes(1);

/** The upper bounds of lifetimes for hosts. */
const LONGEST: Partial<CodeLimits> = {
  lifetimeMs: LONGEST_LIFETIME_MS,
  stepUpLifetimeMs: minutes(10),
};

const LIMITS = Object.fromEntries(
  (Object.keys(DEFAULT_CODE_LIMITS) as (keyof CodeLimits)[]).map((name) => [
    name,
    { ...ruleOf(name), fallback: DEFAULT_CODE_LIMITS[name] },
  ]),
) as unknown as OptionTable<Partial<CodeLimits>>;

function ruleOf(name: keyof CodeLimits): OptionRule {
  if (name === 'guessesInARow') {
    return optional(
      `an integer, 1 to ${String(MOST_IN_A_ROW)}`,
      (value) => isPositiveInteger(value) && Number(value) <= MOST_IN_A_ROW,
    );
  }
  const longest = LONGEST[name];
  if (longest === undefined) return optional('a positive integer', isPositiveInteger);
  const bounds = `${String(SHORTEST)} (1 minute) to ${String(longest)} (${String(longest / minutes(1))} minutes)`;
  return optional(
    `an integer of milliseconds, ${bounds}`,
    (value) => isPositiveInteger(value) && Number(value) >= SHORTEST && Number(value) <= longest,
  );
}
