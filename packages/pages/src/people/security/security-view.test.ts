import type { PhoneNumber } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import type { SecurityFacts } from '../factors/security-facts.js';
import { securityView } from './security-view.js';

const PHONE = { number: '+14155552671' as PhoneNumber, verified: true };

const smsTenant = (enabled: boolean, mfaEnabled: boolean) => ({ sms: { enabled, mfaEnabled } });
const SMS_ON = smsTenant(true, true);

function view(changes: Partial<SecurityFacts> = {}) {
  return securityView({
    identity: { phone: PHONE, otherFactors: [] },
    status: { enabled: false, methods: [], backupCodesRemaining: 0 },
    authenticators: [],
    keepsWebAuthn: false,
    policy: { allowedFactors: ['totp', 'sms'], mfaEnforcement: 'optional' },
    tenant: SMS_ON,
    assurance: 'aal1',
    ...changes,
  });
}

const one = (factor: 'sms' | 'totp', id: string = factor) => ({
  ...{ id, factor, name: null },
  createdAt: new Date(0),
  lastUsedAt: null,
  suspended: false,
});

const enrolled = (...methods: SecurityFacts['status']['methods']) => ({
  status: { enabled: true, methods, backupCodesRemaining: 4 },
  authenticators: methods
    .filter((name) => name === 'sms' || name === 'totp')
    .map((name) => one(name)),
});

const off = (factor: string, obstacle: string | null = null) => ({
  ...{ factor, obstacle },
  isEnrolled: false,
  authenticators: [],
  canAdd: obstacle === null,
  isFull: false,
});

describe('the view of the security page', () => {
  // standard: nist/3.1.3.3-alternative, nist/3.2.9-alternative
  it('offers both factors to a person with a verified phone, and no recovery codes before a factor', () => {
    expect(view()).toEqual({
      needsStepUp: false,
      isFactorMissing: false,
      phone: { masked: '+14*****2671', isVerified: true, isInUse: false },
      factors: [off('sms'), off('totp'), off('recovery_code', 'no_factor')],
      strongerThanSms: ['totp'],
      otherFactors: [],
      recoveryCodesLeft: 0,
    });
  });

  it.each<[string, Partial<SecurityFacts>, ReturnType<typeof off>]>([
    ['no phone', { identity: { phone: null, otherFactors: [] } }, off('sms', 'no_phone')],
    [
      'an unverified phone',
      { identity: { phone: { ...PHONE, verified: false }, otherFactors: [] } },
      off('sms', 'no_phone'),
    ],
    ['SMS off', { tenant: smsTenant(false, true) }, off('sms', 'unavailable')],
    ['SMS off for sign-in', { tenant: smsTenant(true, false) }, off('sms', 'unavailable')],
    [
      'a policy without SMS',
      { policy: { allowedFactors: ['totp'], mfaEnforcement: 'required' } },
      off('sms', 'not_allowed'),
    ],
    [
      'a policy without apps',
      { policy: { allowedFactors: ['sms'], mfaEnforcement: 'required' } },
      off('totp', 'not_allowed'),
    ],
  ])('with %s says what is in the way', (_, facts, expected) => {
    expect(view(facts).factors).toContainEqual(expected);
  });

  it.each<[string, Partial<SecurityFacts>, readonly string[]]>([
    ['can set SMS up', {}, ['totp']],
    ['has SMS', enrolled('sms'), ['totp']],
    ['has SMS and an app', enrolled('sms', 'totp'), []],
    ['has an app, and can set SMS up', enrolled('totp'), []],
    [
      'has SMS, and may have no app',
      { ...enrolled('sms'), policy: { allowedFactors: ['sms'], mfaEnforcement: 'required' } },
      [],
    ],
    ['cannot set SMS up', { tenant: smsTenant(false, true) }, []],
    ['has no phone', { identity: { phone: null, otherFactors: [] } }, []],
  ])('names what is stronger than SMS to a person who %s', (_, facts, expected) => {
    expect(view(facts).strongerThanSms).toEqual(expected);
  });

  it('asks for a step-up once there is a factor, unless the session has aal2 or is not tracked', () => {
    expect(view(enrolled('sms')).needsStepUp).toBe(true);
    expect(view({ ...enrolled('sms'), assurance: 'aal2' }).needsStepUp).toBe(false);
    expect(view({ ...enrolled('sms'), assurance: null }).needsStepUp).toBe(false);
  });

  it('shows what is enrolled, even where the policy no longer allows it, and keeps its number', () => {
    const facts = {
      ...enrolled('sms'),
      policy: { allowedFactors: [], mfaEnforcement: 'required' },
    } as const;
    const { factors, phone, recoveryCodesLeft, isFactorMissing } = view(facts);
    expect(factors[0]).toMatchObject({ isEnrolled: true, authenticators: [one('sms')] });
    expect(factors[2]).toMatchObject({ isEnrolled: true, authenticators: [], canAdd: true });
    expect(phone?.isInUse).toBe(true);
    expect(recoveryCodesLeft).toBe(4);
    expect(isFactorMissing).toBe(false);
  });

  it.each<[string, Partial<SecurityFacts>, { canAdd: boolean; isFull: boolean }]>([
    ['one app', enrolled('totp'), { canAdd: true, isFull: false }],
    [
      'ten apps',
      {
        ...enrolled('totp'),
        authenticators: Array.from({ length: 10 }, (_, at) => one('totp', String(at))),
      },
      { canAdd: false, isFull: true },
    ],
    [
      'an app that the policy no longer allows',
      { ...enrolled('totp'), policy: { allowedFactors: ['sms'], mfaEnforcement: 'required' } },
      { canAdd: false, isFull: false },
    ],
  ])('offers another app to a person with %s, if there may be one', (_, facts, expected) => {
    const { factors } = view(facts);
    expect(factors.find(({ factor }) => factor === 'totp')).toMatchObject(expected);
  });

  it('offers no second SMS, and does not call one number as many as there may be', () => {
    expect(view(enrolled('sms')).factors[0]).toMatchObject({ canAdd: false, isFull: false });
  });

  it('has passkeys and security keys where Stepward keeps them, or the person has one', () => {
    const named = (facts: Partial<SecurityFacts>) =>
      view(facts).factors.map(({ factor }) => factor);
    const all = ['webauthn', 'sms', 'totp', 'recovery_code'];
    expect(named({ keepsWebAuthn: true })).toEqual(all);
    expect(named({ keepsWebAuthn: false })).toEqual(['sms', 'totp', 'recovery_code']);
    const left = view(enrolled('webauthn')).factors[0];
    expect(left).toMatchObject({ factor: 'webauthn', isEnrolled: true, canAdd: false });
  });

  it('says that a required factor is missing', () => {
    const policy = { allowedFactors: ['totp'], mfaEnforcement: 'required' } as const;
    expect(view({ policy }).isFactorMissing).toBe(true);
  });

  it('leaves the factors of the host to it', () => {
    const identity = { phone: null, otherFactors: ['webauthn', 'totp'] } as const;
    const { factors, otherFactors } = view({ ...enrolled('webauthn', 'totp', 'sms'), identity });
    expect(otherFactors).toEqual(['webauthn', 'totp']);
    expect(factors.map(({ factor }) => factor)).toEqual(['sms', 'recovery_code']);
  });
});
