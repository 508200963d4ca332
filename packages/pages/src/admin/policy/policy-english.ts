import { POLICY_FIELDS, type PolicyFieldName } from '@stepward/core/policy';
import { frameEnglish } from '../../portal/portal-texts.js';

/** The label of each field, and a sentence or two about it. */
export type FieldTexts = Readonly<
  Record<`${PolicyFieldName}Label` | `${PolicyFieldName}Hint`, string>
>;

/** The texts of the fields as core has them; in other languages those of the fields without a translation. */
export const fieldEnglish = Object.fromEntries(
  Object.entries(POLICY_FIELDS).flatMap(([name, { title, description }]) => [
    [`${name}Label`, title],
    [`${name}Hint`, description],
  ]),
) as FieldTexts;

/**
 * The texts of `/policy`. `{app}` is the name of the brand, `{value}` a value, `{limit}` what a rule allows; each may be
 * left out of a text.
 */
export const policyEnglish = {
  ...frameEnglish,
  ...fieldEnglish,
  heading: 'Security policy',
  intro:
    'These rules apply to everyone in your organisation. A field that you leave empty follows the setting of {app}. You can make rules stricter than {app} does, but not weaker.',
  hipaaOn: 'HIPAA mode is on. It sets some of the rules, and they cannot be weakened here.',
  signInGroup: 'Second factor',
  passwordGroup: 'Passwords',
  sessionGroup: 'Sessions',

  fromOrganisation: 'Set by your organisation',
  fromTenant: 'From {app}',
  fromDefault: '{app} default',
  fromHipaa: 'From HIPAA mode',
  inForce: 'Current value: {value}',
  lockedByTenant: '{app} already sets the strictest value. It cannot be changed here.',
  lockedByHipaa: 'HIPAA mode sets this value. It cannot be changed here.',
  inherit: 'Use the {app} setting ({value})',
  emptyMeans: 'Leave it empty to use the {app} setting: {value}.',
  ownFactors: 'Only those selected below',
  /** The tenant prefers no factor. */
  usualOrder: 'the strongest one',
  noFactor: 'none',
  /** How the values of a list are joined. */
  listSeparator: ', ',
  /** A password that never expires. */
  unlimited: 'no limit',
  charactersUnit: 'characters',
  atLeast: 'At least {limit}.',
  atMost: 'At most {limit}.',

  plannedHeading: 'Planned change',
  plannedFrom: 'It takes effect at {time}:',
  inheritPlanned: 'the setting of {app}',
  withdraw: 'Withdraw the planned change',
  withdrawn: 'The planned change is withdrawn.',
  effectiveFromLabel: 'Takes effect at (optional)',
  effectiveFromHint:
    'Date and time in UTC, at most a year ahead. Leave it empty to change the policy now. A planned change takes the place of an earlier one.',
  planned: 'The change is planned. The policy stays as it is until then.',

  preview: 'Show what would change',
  previewHeading: 'What would change',
  previewAbout: 'Nothing is saved yet.',
  previewNothing: 'Nothing would change.',
  changeStricter: '{field}: {from}, then {to}. This is stricter.',
  changeWeaker: '{field}: {from}, then {to}. This is weaker.',
  changeOther: '{field}: {from}, then {to}.',
  impactAbout: 'Of the people of your organisation:',
  impactPart: 'Of the first 10,000 people of your organisation:',
  impactAsked: 'Asked for their second factor at every sign-in: {count}.',
  impactMustEnrol: 'Must set one up: {count}.',
  impactBlocked: 'Cannot sign in: {count}.',
  membersUnavailable:
    'Whom the change concerns could not be found out. Nothing was saved. Try again later.',
  save: 'Save the policy',
  saved: 'The policy is saved and takes effect now.',
  unchanged: 'Nothing was changed.',
  refused: 'The policy was not saved. Correct the marked fields.',
  resetLink: 'Remove all settings of your organisation',
  resetHeading: 'Remove all settings?',
  resetText: 'Every rule goes back to the setting of {app}. This cannot be undone.',
  reset: 'Remove all settings',
  resetDone: 'All settings of your organisation have been removed.',
  toPolicy: 'Back to the policy',

  standardsHeading: 'Standards',
  standardsAbout:
    'What the current policy lacks of each standard. A standard asks for more than a policy can say.',
  template_nist_800_63b_4: 'NIST SP 800-63B-4',
  template_pci_dss_4: 'PCI DSS 4.0.1',
  template_hipaa: 'HIPAA',
  noGaps: '{standard}: nothing is lacking.',
  gaps: '{standard}: {count} to change',
  gapAtLeast: '{field}: {found}. Needed: {value}, or stricter ({source}).',
  gapExactly: '{field}: {found}. Needed: {value} ({source}).',
  gapIncludes: '{field}: {found}. Needed among them: {value} ({source}).',
  gapExcludes: '{field}: {found}. Not allowed among them: {value} ({source}).',

  faultType: 'This is not a valid value.',
  faultNumber: 'Enter a whole number.',
  faultMinimum: 'Enter at least {limit}.',
  faultMaximum: 'Enter at most {limit}.',
  faultTenant: 'This is weaker than {app} requires: {limit}.',
  faultHipaa: 'This is weaker than HIPAA mode requires: {limit}.',
  faultNotAllowed: 'Choose one of the allowed factors: {limit}.',
  faultDate: 'Enter a date and a time.',
  faultPast: 'This time has passed. Enter a later one.',
  faultTooFar: 'Enter a time within a year.',
  faultNoChange: 'There is nothing to plan: no field was changed.',
  faultEmpty: 'A second factor is required, so allow at least one.',

  word_disabled: 'No one',
  word_optional: 'People who want one',
  word_required: 'Everyone',
  word_never: 'Never',
  word_adaptive: 'By risk',
  word_always: 'At every sign-in',
  word_allow: 'May sign in',
  word_prompt: 'Is asked to set one up, may skip it',
  word_force_enrollment: 'Must set one up',
  word_block: 'Cannot sign in',
  word_webauthn: 'Passkey or security key',
  word_totp: 'Authenticator app',
  word_sms: 'Text message',
  word_email: 'E-mail',
  word_true: 'Yes',
  word_false: 'No',
};

export type PolicyTexts = Readonly<typeof policyEnglish>;
