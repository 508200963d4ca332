import { atLeast, type PolicyTemplate, type TemplateRow } from './template.js';

const requirement = (number: string): string => `PCI DSS 4.0.1, ${number}`;

/** A digit and a letter: any one of the rules about letters asks for a letter. */
const LETTER: TemplateRow = {
  ...atLeast('passwordRequireLowercase', true, requirement('8.3.6')),
  isMet: ({ passwordRequireLowercase, passwordRequireUppercase }) =>
    passwordRequireLowercase || passwordRequireUppercase,
};

/**
 * For everyone with access to the environment of cardholder data. A change of passwords every 90 days (8.3.9) is asked for only where
 * a password is the one factor, which the first row rules out.
 */
export const PCI_DSS_4: PolicyTemplate = [
  atLeast('mfaEnforcement', 'required', requirement('8.4.2')),
  atLeast('mfaPolicy', 'always', requirement('8.4.2')),
  atLeast('gracePeriodMs', 0, requirement('8.5.1')),
  atLeast('unenrolledUserAction', 'force_enrollment', requirement('8.5.1')),
  atLeast('trustedDeviceDays', 0, requirement('8.5.1')),
  atLeast('passwordMinLength', 12, requirement('8.3.6')),
  atLeast('passwordRequireNumber', true, requirement('8.3.6')),
  LETTER,
  atLeast('passwordDisallowReuse', 4, requirement('8.3.7')),
  atLeast('sessionIdleTimeoutMinutes', 15, requirement('8.2.8')),
];
