/** Policies of every kind for property tests: what a tenant can have, what a store can hold, what a caller can send. */
import fc from 'fast-check';
import { eachField, eachFieldOf } from '../../../test/specification/policy-field-rules.js';
import { FACTOR_NAMES } from '../src/factors/factor-name.js';
import type { PolicyLayers, StoredValues } from '../src/policy/merge-policy.js';
import type { PolicyFieldName, TenantPolicies } from '../src/policy/policy-fields.js';

const factors = fc.shuffledSubarray([...FACTOR_NAMES]);

/** The values that a field can have in an organisation's policy. */
export const validValue = eachField('name', ({ values, initial }) => {
  switch (values.kind) {
    case 'words':
      return fc.constantFrom(...values.words);
    case 'switch':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.constantFrom(values.min, initial),
        fc.integer({ min: values.min, max: Math.min(values.max, values.min + 90) }),
        fc.integer({ min: values.min, max: values.max }),
      );
    case 'factors':
      return factors;
    case 'factor':
      return fc.constantFrom(...FACTOR_NAMES);
  }
}) as Readonly<Record<PolicyFieldName, fc.Arbitrary<unknown>>>;

/** What an older version, another program or a person at the database may have left behind. */
const garbage = fc.oneof(
  fc.constantFrom('REQUIRED', 'Always', '', -1, 0.5, 3, 129, 2 ** 53, NaN, Infinity, 'true'),
  fc.constantFrom(['totp', 'TOTP'], ['passkey'], [null], [], {}),
  fc.anything(),
);

/** A tenant's defaults, HIPAA mode on and off; the preferred factor need not be an allowed one. */
export const tenantPolicies = fc.record({
  mfa: tenantRecord('mfa'),
  password: tenantRecord('password'),
  hipaa: fc.boolean(),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<TenantPolicies>;

function tenantRecord(record: 'mfa' | 'password'): fc.Arbitrary<object> {
  const model = eachFieldOf(record, 'name', ({ name, initial }) => {
    const valid = validValue[name as PolicyFieldName];
    return initial === null ? fc.option(valid) : valid;
  });
  return fc.record(model as Readonly<Record<string, fc.Arbitrary<unknown>>>);
}

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
