import { allows, atLeast, exactly, forbids, type PolicyTemplate } from './template.js';

/** A section of NIST SP 800-63B-4, authentication assurance level 2. */
const section = (number: string): string => `NIST SP 800-63B-4, ${number}`;

const TWO_FACTORS = section('2.2.1');
const REAUTHENTICATION = section('2.2.3');
const NO_COMPOSITION_RULES = section('3.1.1.2');

/** Level 2: two factors at each sign-in, one of them may resist phishing, and passwords without composition rules. */
export const NIST_800_63B_4: PolicyTemplate = [
  atLeast('mfaEnforcement', 'required', TWO_FACTORS),
  atLeast('mfaPolicy', 'always', TWO_FACTORS),
  atLeast('gracePeriodMs', 0, TWO_FACTORS),
  atLeast('unenrolledUserAction', 'force_enrollment', TWO_FACTORS),
  atLeast('trustedDeviceDays', 0, section('5.1')),
  allows('webauthn', section('2.2.2')),
  forbids('email', section('3.1.3.1')),
  atLeast('passwordMinLength', 8, section('3.1.1.2')),
  atLeast('passwordHibpCheck', true, section('3.1.1.2')),
  exactly('passwordRequireUppercase', false, NO_COMPOSITION_RULES),
  exactly('passwordRequireLowercase', false, NO_COMPOSITION_RULES),
  exactly('passwordRequireNumber', false, NO_COMPOSITION_RULES),
  exactly('passwordRequireSymbol', false, NO_COMPOSITION_RULES),
  exactly('passwordMaxAgeDays', 0, section('3.1.1.2')),
  atLeast('sessionTimeoutMinutes', 24 * 60, REAUTHENTICATION),
  atLeast('sessionIdleTimeoutMinutes', 60, REAUTHENTICATION),
];
