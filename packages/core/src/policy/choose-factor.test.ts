import { describe, expect, it } from 'vitest';
import type { FactorName } from '../identity/factor.js';
import { chooseFactor, type FactorChoice } from './choose-factor.js';

/** The order of the specification, "Authentication" rule 4. */
const ORDER: readonly FactorName[] = ['webauthn', 'totp', 'sms', 'email'];

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
  ])('%s', (_, choice, factor) => {
    expect(chooseFactor(choice)).toBe(factor);
  });

  it('is what the specification says for every enrolled × allowed × preferred', () => {
    const wrong = everyChoice().filter((choice) => chooseFactor(choice) !== specified(choice));
    expect(wrong).toEqual([]);
  });
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
  const sets = Array.from({ length: 2 ** ORDER.length }, (_, bits) =>
    ORDER.filter((_, index) => (bits >> index) % 2 === 1),
  );
  return sets.flatMap((enrolled) =>
    sets.flatMap((allowed) =>
      [...ORDER, null].map((preferred) => ({
        enrolled: enrolled.toReversed(),
        allowed: allowed.toReversed(),
        preferred,
      })),
    ),
  );
}
