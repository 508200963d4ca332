import { expect, it } from 'vitest';
import { readLegacyValues } from './read-legacy-values.js';

it.each<[Readonly<Record<string, unknown>> | null, object]>([
  [null, {}],
  [{}, {}],
  [{ mfaPolicy: 'always' }, { mfaPolicy: 'always' }],
  [{ mfa_policy: 'always' }, { mfaPolicy: 'always' }],
  [{ mfa_policy: 'never', mfaPolicy: 'always' }, { mfaPolicy: 'always' }],
  [
    { gracePeriodMs: 0, passwordHibpCheck: false },
    { gracePeriodMs: 0, passwordHibpCheck: false },
  ],
  [{ mfaPolicy: null, mfa_policy: undefined }, {}],
  [{ mfaPolicy: undefined, mfa_policy: null }, {}],
  [{ mfaPolicy: 'unheard of' }, { mfaPolicy: 'unheard of' }],
  [{ plan: 'gold', toString: 1, __proto__: { mfaPolicy: 'never' } }, {}],
])('the metadata %j hold %j', (metadata, expected) => {
  expect(readLegacyValues(metadata)).toStrictEqual(expected);
});
