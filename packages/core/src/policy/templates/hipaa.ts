import { POLICY_FIELDS, type PolicyFieldName } from '../policy-fields.js';
import { atLeast, type PolicyTemplate, type TemplateRow } from './template.js';

const PERSON_AUTHENTICATION = '45 CFR 164.312(d)';
const AUTOMATIC_LOGOFF = '45 CFR 164.312(a)(2)(iii)';

/** What HIPAA mode demands. The regulation names no numbers: those are Stepward's. */
export const HIPAA: PolicyTemplate = [
  floorOf('mfaEnforcement', PERSON_AUTHENTICATION),
  floorOf('mfaPolicy', PERSON_AUTHENTICATION),
  floorOf('gracePeriodMs', PERSON_AUTHENTICATION),
  floorOf('unenrolledUserAction', PERSON_AUTHENTICATION),
  floorOf('trustedDeviceDays', PERSON_AUTHENTICATION),
  floorOf('sessionTimeoutMinutes', AUTOMATIC_LOGOFF),
  floorOf('sessionIdleTimeoutMinutes', AUTOMATIC_LOGOFF),
];

/** @throws TypeError for a field of which HIPAA mode demands nothing. */
function floorOf(field: PolicyFieldName, source: string): TemplateRow {
  const { hipaa } = POLICY_FIELDS[field];
  if (hipaa === undefined) throw new TypeError(`HIPAA mode demands nothing of ${field}`);
  return atLeast(field, hipaa, source);
}
