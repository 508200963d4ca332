/** The rules of policies, sign-in, sessions and passwords as pure functions: values in, a decision out. */
export {
  assessPolicy,
  policyTemplates,
  type PolicyGap,
  type PolicyTemplateName,
} from './policy/templates/assess-policy.js';
export { changePolicy } from './policy/change-policy.js';
export { comparePolicies, effectOf, type PolicyFieldChange } from './policy/compare-policies.js';
export {
  changeMfaPolicy,
  changePasswordPolicy,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  type TenantField,
} from './policy/change-tenant-policy.js';
export type { FieldSchema, RecordField } from './shared/checks/record-field.js';
export type { FieldType } from './policy/field-type.js';
export { SMS_SETTINGS_FIELDS } from './tenants/change-sms-settings.js';
export type { SmsLength } from './tenants/gsm7.js';
export { messageLengths } from './tenants/sms-settings.js';
export {
  checkPasswordText,
  mustChangePassword,
  normalisePassword,
} from './passwords/check-password.js';
export { chooseFactor } from './policy/choose-factor.js';
export { decideSignIn, type SignInDecision } from './factors/sign-in/decide-sign-in.js';
export {
  effectiveMfaPolicy,
  floorOf,
  mergePolicy,
  tenantValues,
  type StoredValues,
} from './policy/merge-policy.js';
export {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  isInheritable,
  tenantDefaults,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValue,
  type PolicyValues,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
  type TenantPolicies,
} from './policy/policy-fields.js';
export {
  isSameSchedule,
  overridesAt,
  planChange,
  shownSchedule,
  type PlannedChange,
  type ScheduledChange,
  type ScheduledOverrides,
  type ShownSchedule,
} from './policy/schedule-change.js';
export { policyImpact, type MemberFacts, type PolicyImpact } from './preview/policy-impact.js';
export { replacePolicy } from './policy/replace-policy.js';
export { sessionExpiry } from './policy/session-expiry.js';
export type { PolicyTemplate } from './policy/templates/template.js';
export { DEFAULT_TENANT } from './tenants/tenant.js';
export { sameJson } from './shared/same-json.js';
