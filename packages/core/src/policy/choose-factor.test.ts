import { describe, expect, it } from 'vitest';
import type { FactorName } from '../records/factor-name.js';
import { DEFAULT_TENANT } from '../tenants/tenant.js';
import { chooseFactor, type FactorChoice } from './choose-factor.js';
import { mergePolicy } from './merge-policy.js';

/** The order of the specification, "Authentication" rule 4. */
const ORDER: readonly FactorName[] = ['webauthn', 'totp', 'sms', 'email'];

/** Every set of factors. */
const SETS = Array.from({ length: 2 ** ORDER.length }, (_, bits) =>
  ORDER.filter((_, index) => (bits >> index) % 2 === 1),
);

describe('the factor to ask for', () => {
  it.each<[string, FactorChoice, FactorName | null]>([
    [
      'is the preferred one, though a stronger one is enrolled',
      { enrolled: ['webauthn', 'sms'], allowed: ORDER, preferred: 'sms' },
      'sms',
    ],
    [
      'is the first in order where none is preferred',
      { enrolled: ['email', 'sms', 'totp'], allowed: ORDER, preferred: null },
      'totp',
    ],
    [
      'is the first in order where the preferred one is not enrolled',
      { enrolled: ['email', 'sms'], allowed: ORDER, preferred: 'webauthn' },
      'sms',
    ],
    [
      'is never one that is not allowed, preferred or not',
      { enrolled: ['sms', 'email'], allowed: ['email'], preferred: 'sms' },
      'email',
    ],
    ['is none where nothing is enrolled', { enrolled: [], allowed: ORDER, preferred: 'sms' }, null],
    [
      'is none where nothing enrolled is allowed',
      { enrolled: ['sms'], allowed: ['totp'], preferred: null },
      null,
    ],
    [
      'is another one where the preferred one is suspended',
      { enrolled: ['totp', 'sms'], allowed: ORDER, preferred: 'totp', suspended: ['totp'] },
      'sms',
    ],
    [
      'is the suspended one where the other one is not allowed',
      { enrolled: ['totp', 'sms'], allowed: ['totp'], preferred: null, suspended: ['totp'] },
      'totp',
    ],
    [
      'is the first in order where all are suspended',
      { enrolled: ['totp', 'sms'], allowed: ORDER, preferred: null, suspended: ['sms', 'totp'] },
      'totp',
    ],
  ])('%s', (_, choice, factor) => {
    expect(chooseFactor(choice)).toBe(factor);
  });

  // spec: auth/factor-priority
  it('follows the specification for every enrolled × allowed × preferred', () => {
    const wrong = everyChoice().filter((choice) => chooseFactor(choice) !== specified(choice));
    expect(wrong).toEqual([]);
  });
});

// spec: auth/factor-priority
it("the preference is the organisation's, else the tenant's, else the order, for all that people have and organisations allow", () => {
  const wrong = everyPreference().filter(({ organisation, tenant, enrolled, allowed }) => {
    const mfa = { ...DEFAULT_TENANT.mfa, preferredFactor: tenant };
    const preference = organisation && { preferredFactor: organisation };
    const { policy } = mergePolicy({
      overrides: { allowedFactors: allowed, ...preference },
      legacy: {},
      tenant: { ...DEFAULT_TENANT, mfa },
    });
    const chosen = chooseFactor({
      enrolled,
      allowed: policy.allowedFactors,
      preferred: policy.preferredFactor,
    });
    return chosen !== specified({ enrolled, allowed, preferred: organisation ?? tenant });
  });
  expect(wrong).toEqual([]);
});

/** Written apart from the code under test: each factor gets a rank, the lowest rank wins. */
function specified({ enrolled, allowed, preferred }: FactorChoice): FactorName | null {
  let best: FactorName | null = null;
  let bestRank = Infinity;
  for (const factor of ORDER) {
    if (!enrolled.includes(factor) || !allowed.includes(factor)) continue;
    const rank = factor === preferred ? -1 : ORDER.indexOf(factor);
    if (rank < bestRank) [best, bestRank] = [factor, rank];
  }
  return best;
}

function everyChoice(): readonly FactorChoice[] {
  return SETS.flatMap((enrolled) =>
    SETS.flatMap((allowed) =>
      [...ORDER, null].map((preferred) => ({
        enrolled: enrolled.toReversed(),
        allowed: allowed.toReversed(),
        preferred,
      })),
    ),
  );
}

/** An organisation allows something, so its sets are not empty. */
function everyPreference() {
  const factors = [...ORDER, null];
  return SETS.filter((allowed) => allowed.length > 0).flatMap((allowed) =>
    SETS.flatMap((enrolled) =>
      factors.flatMap((organisation) =>
        factors.map((tenant) => ({ organisation, tenant, enrolled, allowed })),
      ),
    ),
  );
}
