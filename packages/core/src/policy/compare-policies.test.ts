import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyLayers } from '../../test/policy-arbitraries.js';
import { DEFAULT_TENANT } from '../tenants/tenant.js';
import { comparePolicies, type PolicyFieldChange } from './compare-policies.js';
import { mergePolicy } from './merge-policy.js';
import { POLICY_FIELD_NAMES, tenantDefaults, type PolicyValues } from './policy-fields.js';

const DEFAULTS = tenantDefaults(DEFAULT_TENANT);

describe('a difference between two policies', () => {
  it.each<[Partial<PolicyValues>, Partial<PolicyValues>, PolicyFieldChange['effect']]>([
    [{ mfaEnforcement: 'optional' }, { mfaEnforcement: 'required' }, 'stricter'],
    [{ gracePeriodMs: 5 }, { gracePeriodMs: 6 }, 'weaker'],
    [{ passwordMinLength: 8 }, { passwordMinLength: 9 }, 'stricter'],
    [{ passwordMaxAgeDays: 90 }, { passwordMaxAgeDays: 0 }, 'weaker'],
    [{ passwordHibpCheck: true }, { passwordHibpCheck: false }, 'weaker'],
    [{ allowedFactors: ['totp', 'sms'] }, { allowedFactors: ['totp'] }, 'stricter'],
    [{ allowedFactors: ['totp'] }, { allowedFactors: ['sms'] }, 'other'],
    [{ allowedFactors: ['totp', 'sms'] }, { allowedFactors: ['sms', 'totp'] }, 'other'],
    [{ preferredFactor: 'sms' }, { preferredFactor: 'totp' }, 'other'],
  ])('from %j to %j is %s', (before, after, effect) => {
    const [[field, from] = []] = Object.entries(before);
    const [[, to] = []] = Object.entries(after);
    const changes = comparePolicies({ ...DEFAULTS, ...before }, { ...DEFAULTS, ...after });
    expect(changes).toEqual([{ field, from, to, effect }]);
  });

  it('is found in every field, in the order of the specification, and the other way round with the opposite effect', () => {
    const opposite = { stricter: 'weaker', weaker: 'stricter', other: 'other' } as const;
    fc.assert(
      fc.property(policyLayers, policyLayers, (one, other) => {
        const [before, after] = [mergePolicy(one).policy, mergePolicy(other).policy];
        const changes = comparePolicies(before, after);
        expect(
          comparePolicies(after, before).map(({ field, from, to, effect }) => {
            return { field, from: to, to: from, effect: opposite[effect] };
          }),
        ).toEqual(changes);
        const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
        expect({ ...before, ...changed, inherited: after.inherited }).toEqual(after);
        expect(changes.map(({ field }) => field)).toEqual(
          POLICY_FIELD_NAMES.filter((name) => name in changed),
        );
      }),
    );
  });
});
