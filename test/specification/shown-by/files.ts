/** The files that several sections point to. */
export const transitions = 'test/account-api/transitions.int.test.ts';
export const accountErrors = 'test/account-api/errors.int.test.ts';
export const code = 'test/account-api/code.int.test.ts';
export const removal = 'test/account-api/removal.int.test.ts';
export const resend = 'test/account-api/resend.int.test.ts';
export const phone = 'test/account-api/phone.int.test.ts';
export const accountBadInput = 'test/account-api/bad-input.int.test.ts';

export const internal = 'test/internal-api/step-up.int.test.ts';
export const internalCredentials = 'test/internal-api/credentials.int.test.ts';
export const decideStepUp = 'packages/core/src/step-up/decide-step-up.test.ts';
export const chooseFactor = 'packages/core/src/policy/choose-factor.test.ts';

export const access = 'test/customer-api/access.int.test.ts';
export const policyRules = 'test/customer-api/policy-rules.int.test.ts';
export const policyFields = 'test/customer-api/policy-fields.int.test.ts';
export const policyDecisions = 'test/customer-api/policy-decisions.int.test.ts';
export const tenantRecords = 'test/customer-api/tenant-records.int.test.ts';
export const subscribers = 'test/customer-api/webhooks.int.test.ts';
export const deliveryLog = 'test/customer-api/deliveries.int.test.ts';
export const listedEvents = 'test/customer-api/events.int.test.ts';
export const mergePolicy = 'packages/core/src/policy/merge-policy.test.ts';

export const catalogue = 'test/webhooks/catalogue.int.test.ts';
export const deliveries = 'test/webhooks/deliveries.int.test.ts';
export const retries = 'test/webhooks/retry-schedule.int.test.ts';

export const limits = 'test/request-limits/limits.int.test.ts';
export const versions = 'test/specification/versions.int.test.ts';
