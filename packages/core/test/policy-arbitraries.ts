/** Policies of every kind for property tests: what a tenant can have, what a store can hold, what a caller can send. */
import fc from 'fast-check';
import { FACTOR_NAMES } from '../src/factors/factor-name.js';
import type { PolicyLayers, StoredValues } from '../src/policy/merge-policy.js';
import type { PolicyFieldName, TenantPolicies } from '../src/policy/policy-fields.js';

const factors = fc.shuffledSubarray([...FACTOR_NAMES]);
const minutesFrom = (min: number) =>
  fc.oneof(fc.integer({ min, max: 90 }), fc.integer({ min, max: 100_000 }));
const grace = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 7_776_000_000 }));
const dayCount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }));
const reuse = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 24 }));
const minLength = fc.integer({ min: 8, max: 128 });

/** The values that a field can have in an organisation's policy. */
export const validValue = {
  mfaEnforcement: fc.constantFrom('disabled', 'optional', 'required'),
  mfaPolicy: fc.constantFrom('never', 'adaptive', 'always'),
  allowedFactors: factors,
  preferredFactor: fc.constantFrom(...FACTOR_NAMES),
  gracePeriodMs: grace,
  unenrolledUserAction: fc.constantFrom('allow', 'prompt', 'force_enrollment', 'block'),
  passwordMinLength: minLength,
  passwordRequireUppercase: fc.boolean(),
  passwordRequireLowercase: fc.boolean(),
  passwordRequireNumber: fc.boolean(),
  passwordRequireSymbol: fc.boolean(),
  passwordHibpCheck: fc.boolean(),
  passwordMaxAgeDays: dayCount,
  passwordDisallowReuse: reuse,
  sessionTimeoutMinutes: minutesFrom(5),
  sessionIdleTimeoutMinutes: minutesFrom(1),
  requirePhoneVerification: fc.boolean(),
} satisfies Record<PolicyFieldName, fc.Arbitrary<unknown>>;

/** What an older version, another program or a person at the database may have left behind. */
const garbage = fc.oneof(
  fc.constantFrom('REQUIRED', 'Always', '', -1, 0.5, 3, 129, 2 ** 53, NaN, Infinity, 'true'),
  fc.constantFrom(['totp', 'TOTP'], ['passkey'], [null], [], {}),
  fc.anything(),
);

/** A tenant's defaults, HIPAA mode on and off; the preferred factor need not be an allowed one. */
export const tenantPolicies: fc.Arbitrary<TenantPolicies> = fc.record({
  mfa: fc.record({
    enforcement: validValue.mfaEnforcement,
    policy: validValue.mfaPolicy,
    allowedFactors: factors,
    preferredFactor: fc.option(validValue.preferredFactor),
    gracePeriodMs: grace,
    unenrolledUserAction: validValue.unenrolledUserAction,
    requirePhoneVerification: fc.boolean(),
    sessionTimeoutMinutes: validValue.sessionTimeoutMinutes,
    sessionIdleTimeoutMinutes: validValue.sessionIdleTimeoutMinutes,
  }),
  password: fc.record({
    minLength,
    requireUppercase: fc.boolean(),
    requireLowercase: fc.boolean(),
    requireNumber: fc.boolean(),
    requireSymbol: fc.boolean(),
    hibpCheck: fc.boolean(),
    maxAgeDays: dayCount,
    disallowReuse: reuse,
  }),
  hipaa: fc.boolean(),
});

/** Some of the fields, each with what `valueOf` makes of its valid values. */
function someFields(valueOf: (valid: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>) {
  const model = Object.fromEntries(
    Object.entries(validValue).map(([name, valid]) => [name, valueOf(valid)]),
  );
  return fc.record(model, { requiredKeys: [] });
}

/** Overrides or legacy values as a store may hold them: right, wrong, garbage, or the mark "inherit". */
export const storedValues: fc.Arbitrary<StoredValues> = someFields((valid) =>
  fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 1, arbitrary: garbage },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
);

export const policyLayers: fc.Arbitrary<PolicyLayers> = fc.record({
  overrides: storedValues,
  legacy: storedValues,
  tenant: tenantPolicies,
});

/** A change by camelCase names whose values are all of the right type; some are refused for being too weak. */
export const readableChange: fc.Arbitrary<Readonly<Record<string, unknown>>> = someFields((valid) =>
  fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: fc.constant(null) }),
);

/** A change of whatever values. */
export const anyChange: fc.Arbitrary<Readonly<Record<string, unknown>>> = someFields((valid) =>
  fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: garbage }),
);

/** The snake_case spelling of a camelCase name. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same record with every key in snake_case. */
export function inSnakeCase(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [snakeCase(name), value]));
}
