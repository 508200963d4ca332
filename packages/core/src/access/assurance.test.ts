import { describe, expect, it } from 'vitest';
import {
  isPhishingResistant,
  judgedAssurance,
  requireAal2,
  type AssuranceLevel,
} from './assurance.js';

describe('the demand for aal2', () => {
  it.each(['aal2', null] as const)('is met by a session at %s', (assurance) => {
    expect(requireAal2(assurance).isOk()).toBe(true);
  });

  it('refuses a session at aal1, and names what is required', () => {
    expect(requireAal2('aal1')._unsafeUnwrapErr()).toEqual({
      code: 'assurance_insufficient',
      required: 'aal2',
    });
  });
});

it.each<[string[], boolean]>([
  [['hwk'], true],
  [['pwd', 'swk'], true],
  [['pwd', 'otp', 'mfa'], false],
  [[], false],
])('the methods %j resist phishing: %s', (amr, resists) => {
  expect(isPhishingResistant(amr)).toBe(resists);
});

describe('an assurance', () => {
  it.each<[AssuranceLevel | null, boolean, AssuranceLevel | null]>([
    ['aal1', false, 'aal1'],
    ['aal1', true, 'aal1'],
    ['aal2', false, 'aal2'],
    ['aal2', true, 'aal2'],
    [null, false, null],
    [null, true, 'aal1'],
  ])('of %s, where it must be reported: %s, is judged as %s', (assurance, required, judged) => {
    expect(judgedAssurance(assurance, required)).toBe(judged);
  });
});
