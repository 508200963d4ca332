import type { PhoneNumber } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { securityView, type SecurityFacts } from './security-view.js';

const PHONE = { number: '+14155552671' as PhoneNumber, verified: true };

function view(changes: Partial<SecurityFacts> = {}) {
  return securityView({
    identity: { phone: PHONE, otherFactors: [] },
    status: { enabled: false, methods: [], backupCodesRemaining: 0 },
    policy: { allowedFactors: ['totp', 'sms'], mfaEnforcement: 'optional' },
    isSmsOn: true,
    assurance: 'aal1',
    ...changes,
  });
}

const enrolled = (...methods: SecurityFacts['status']['methods']) => ({
  status: { enabled: true, methods, backupCodesRemaining: 4 },
});

const off = (factor: 'sms' | 'totp', obstacle: string | null = null) => ({
  factor,
  isEnrolled: false,
  obstacle,
});

describe('the view of the security page', () => {
  it('offers both factors to a person with a verified phone, and no recovery codes before a factor', () => {
    expect(view()).toEqual({
      needsStepUp: false,
      isFactorMissing: false,
      phone: { masked: '+14*****2671', isVerified: true, isInUse: false },
      factors: [off('sms'), off('totp')],
      otherFactors: [],
      recoveryCodes: { left: 0, isPossible: false },
    });
  });

  it.each<[string, Partial<SecurityFacts>, ReturnType<typeof off>]>([
    ['no phone', { identity: { phone: null, otherFactors: [] } }, off('sms', 'no_phone')],
    [
      'an unverified phone',
      { identity: { phone: { ...PHONE, verified: false }, otherFactors: [] } },
      off('sms', 'no_phone'),
    ],
    ['SMS off', { isSmsOn: false }, off('sms', 'unavailable')],
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
    const { factors, phone, recoveryCodes, isFactorMissing } = view(facts);
    expect(factors[0]).toEqual({ factor: 'sms', isEnrolled: true, obstacle: null });
    expect(phone?.isInUse).toBe(true);
    expect(recoveryCodes).toEqual({ left: 4, isPossible: true });
    expect(isFactorMissing).toBe(false);
  });

  it('says that a required factor is missing', () => {
    const policy = { allowedFactors: ['totp'], mfaEnforcement: 'required' } as const;
    expect(view({ policy }).isFactorMissing).toBe(true);
  });

  it('leaves the factors of the host to it', () => {
    const identity = { phone: null, otherFactors: ['webauthn', 'totp'] } as const;
    const { factors, otherFactors } = view({ ...enrolled('webauthn', 'totp', 'sms'), identity });
    expect(otherFactors).toEqual(['webauthn', 'totp']);
    expect(factors).toEqual([{ factor: 'sms', isEnrolled: true, obstacle: null }]);
  });
});
