import { hasRoom, isFactorName, maskPhone } from '@stepward/core/factors';
import { FACTORS } from '../factors/factors.js';
import {
  PAGE_FACTORS,
  type PageFactorName,
  type SecurityFactor,
  type SecurityFacts,
  type SecurityView,
} from '../factors/security-facts.js';

/**
 * Decides what the security page shows. It offers what the services would accept; they decide again for each form.
 *
 * @example
 * const view = securityView({
 *   identity: { phone: null, otherFactors: [] },
 *   tenant: { sms: { enabled: true, mfaEnabled: true } },
 *   status: { enabled: false, methods: [], backupCodesRemaining: 0 },
 *   authenticators: [],
 *   keepsWebAuthn: true,
 *   policy: { allowedFactors: ['sms', 'totp'], mfaEnforcement: 'required' },
 *   assurance: 'aal1',
 * });
 * console.log(view.isFactorMissing); // true
 */
export function securityView(facts: SecurityFacts): SecurityView {
  const { identity, status, policy, assurance } = facts;
  const { phone } = identity;
  // Stepward keeps SMS alone.
  const otherFactors = status.methods.filter(
    (name) => name !== 'sms' && identity.otherFactors.includes(name),
  );
  // One that the host keeps itself is not the page's.
  const factors = PAGE_FACTORS.filter((name) => !otherFactors.some((other) => other === name))
    .map((factor) => factorView(factor, facts))
    .filter(({ factor, isEnrolled }) => factor !== 'webauthn' || facts.keepsWebAuthn || isEnrolled);
  return {
    needsStepUp: status.enabled && assurance === 'aal1',
    isFactorMissing: policy.mfaEnforcement === 'required' && !status.enabled,
    phone: phone && {
      masked: maskPhone(phone.number),
      isVerified: phone.verified,
      isInUse: status.methods.includes('sms'),
    },
    factors,
    strongerThanSms: strongerThanSms(factors),
    otherFactors,
    recoveryCodesLeft: status.backupCodesRemaining,
  };
}

function factorView(factor: PageFactorName, facts: SecurityFacts): SecurityFactor {
  const state = FACTORS[factor].section.state(facts);
  const authenticators = facts.authenticators.filter((one) => one.factor === factor);
  const isRoom = hasRoom(authenticators, factor);
  const canAdd = state.obstacle === null && isRoom;
  return { factor, ...state, authenticators, canAdd, isFull: !isRoom && authenticators.length > 1 };
}

function strongerThanSms(factors: readonly SecurityFactor[]): readonly PageFactorName[] {
  const sms = factors.find(({ factor }) => factor === 'sms');
  if (sms === undefined || !(sms.isEnrolled || sms.canAdd)) return [];
  const stronger = factors.filter(({ factor }) => factor !== 'sms' && isFactorName(factor));
  return stronger.filter((one) => !one.isEnrolled && one.canAdd).map(({ factor }) => factor);
}
