/** The rules of the fraud guard. Each counts the tenant's messages by one property of the send. */
export const GUARD_RULES = ['country', 'prefix', 'address', 'network'] as const;

/**
 * `country`: of the number. `prefix`: the number without its last four digits. `address`: of the client, an IPv6 one
 * by its /64. `network`: country and type of the number, where its type is known.
 */
export type GuardRule = (typeof GUARD_RULES)[number];

/**
 * What a rule does beyond its limits: nothing at all (`off`), write a log entry and an event (`monitor`), or refuse
 * as well (`enforce`).
 */
export const GUARD_MODES = ['off', 'monitor', 'enforce'] as const;

export type GuardMode = (typeof GUARD_MODES)[number];

/** A tenant's mode of each rule. */
export type FraudGuard = Readonly<Record<GuardRule, GuardMode>>;

/** Every rule monitors, until a tenant has seen what it would refuse. */
export const DEFAULT_FRAUD_GUARD: FraudGuard = {
  country: 'monitor',
  prefix: 'monitor',
  address: 'monitor',
  network: 'monitor',
};

/**
 * How a country differs from the rules: `allow` exempts its numbers from all of them, `block` refuses its numbers,
 * and `monitor` keeps the rules from refusing them.
 */
export const COUNTRY_MODES = ['allow', 'block', 'monitor'] as const;

export type CountryMode = (typeof COUNTRY_MODES)[number];

/** Modes by ISO 3166-1 alpha-2 code. A country that is left out follows the rules. */
export type CountryModes = Readonly<Record<string, CountryMode>>;
