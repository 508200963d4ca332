import { systemCaller, type TenantChange } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './testing/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './testing/customer-world.js';

const DAY = 86_400_000;

/** One rule of one field: what the tenant has, what an organisation may have then, and what it may not. */
interface Row {
  readonly field: string;
  readonly wire: string;
  readonly tenant: TenantChange;
  readonly accepted: readonly unknown[];
  /** Value, rule, limit. */
  readonly refused: readonly (readonly [unknown, string, unknown])[];
}

const mfa = (record: object): TenantChange => ({ mfa: record });
const password = (record: object): TenantChange => ({ password: record });
const weaker = (value: unknown, limit: unknown) => [value, 'weaker_than_tenant', limit] as const;

/** A switch may be turned on, and off only where the tenant has it off. */
const flag = (field: string, wire: string, tenant: (on: boolean) => TenantChange): Row[] => [
  { field, wire, tenant: tenant(true), accepted: [true], refused: [weaker(false, true)] },
  { field, wire, tenant: tenant(false), accepted: [true, false], refused: [] },
];

const rows: readonly Row[] = [
  {
    field: 'mfaEnforcement',
    wire: 'mfa_enforcement',
    tenant: mfa({ enforcement: 'optional' }),
    accepted: ['optional', 'required'],
    refused: [weaker('disabled', 'optional')],
  },
  {
    field: 'mfaEnforcement',
    wire: 'mfa_enforcement',
    tenant: mfa({ enforcement: 'required' }),
    accepted: ['required'],
    refused: [weaker('optional', 'required'), weaker('disabled', 'required')],
  },
  {
    field: 'mfaPolicy',
    wire: 'mfa_policy',
    tenant: mfa({ policy: 'adaptive' }),
    accepted: ['adaptive', 'always'],
    refused: [weaker('never', 'adaptive')],
  },
  {
    field: 'mfaPolicy',
    wire: 'mfa_policy',
    tenant: mfa({ policy: 'never' }),
    accepted: ['never', 'adaptive', 'always'],
    refused: [['sometimes', 'one_of', ['never', 'adaptive', 'always']]],
  },
  {
    field: 'allowedFactors',
    wire: 'allowed_factors',
    tenant: mfa({ allowed_factors: ['webauthn', 'sms'] }),
    accepted: [['sms'], ['sms', 'webauthn'], []],
    refused: [
      weaker(['totp'], ['webauthn', 'sms']),
      weaker(['sms', 'email'], ['webauthn', 'sms']),
      [['fax'], 'one_of', ['webauthn', 'totp', 'sms', 'email']],
    ],
  },
  {
    field: 'preferredFactor',
    wire: 'preferred_factor',
    tenant: mfa({ allowed_factors: ['webauthn', 'sms'] }),
    accepted: ['sms', 'webauthn'],
    refused: [['totp', 'not_allowed', ['webauthn', 'sms']]],
  },
  {
    field: 'gracePeriodMs',
    wire: 'grace_period_ms',
    tenant: mfa({ grace_period_ms: DAY }),
    accepted: [0, DAY],
    refused: [weaker(DAY + 1, DAY), [-1, 'minimum', 0]],
  },
  {
    field: 'gracePeriodMs',
    wire: 'grace_period_ms',
    tenant: mfa({ grace_period_ms: 90 * DAY }),
    accepted: [90 * DAY],
    refused: [[90 * DAY + 1, 'maximum', 90 * DAY]],
  },
  {
    field: 'unenrolledUserAction',
    wire: 'unenrolled_user_action',
    tenant: mfa({ unenrolled_user_action: 'prompt' }),
    accepted: ['prompt', 'force_enrollment', 'block'],
    refused: [weaker('allow', 'prompt')],
  },
  {
    field: 'passwordMinLength',
    wire: 'password_min_length',
    tenant: password({ min_length: 10 }),
    accepted: [10, 11, 128],
    refused: [weaker(9, 10), [7, 'minimum', 8], [129, 'maximum', 128]],
  },
  ...flag('passwordRequireUppercase', 'password_require_uppercase', (on) =>
    password({ require_uppercase: on }),
  ),
  ...flag('passwordRequireLowercase', 'password_require_lowercase', (on) =>
    password({ require_lowercase: on }),
  ),
  ...flag('passwordRequireNumber', 'password_require_number', (on) =>
    password({ require_number: on }),
  ),
  ...flag('passwordRequireSymbol', 'password_require_symbol', (on) =>
    password({ require_symbol: on }),
  ),
  ...flag('passwordHibpCheck', 'password_hibp_check', (on) => password({ hibp_check: on })),
  {
    field: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: password({ max_age_days: 90 }),
    accepted: [1, 90],
    // 0 looks smallest and means that a password never ends.
    refused: [weaker(91, 90), weaker(0, 90), [-1, 'minimum', 0]],
  },
  {
    field: 'passwordMaxAgeDays',
    wire: 'password_max_age_days',
    tenant: password({ max_age_days: 0 }),
    accepted: [0, 1, 36_500],
    refused: [],
  },
  {
    field: 'passwordDisallowReuse',
    wire: 'password_disallow_reuse',
    tenant: password({ disallow_reuse: 5 }),
    accepted: [5, 24],
    refused: [weaker(4, 5), weaker(0, 5), [-1, 'minimum', 0]],
  },
  {
    field: 'sessionTimeoutMinutes',
    wire: 'session_timeout_minutes',
    tenant: mfa({ session_timeout_minutes: 480 }),
    accepted: [5, 480, 481],
    refused: [[4, 'minimum', 5]],
  },
  {
    field: 'sessionIdleTimeoutMinutes',
    wire: 'session_idle_timeout_minutes',
    tenant: mfa({ session_idle_timeout_minutes: 60 }),
    accepted: [1, 60, 61],
    refused: [[0, 'minimum', 1]],
  },
  ...flag('requirePhoneVerification', 'require_phone_verification', (on) =>
    mfa({ require_phone_verification: on }),
  ),
];

type Case = readonly [spelling: string, value: unknown, row: Row];
const spellings = ({ field, wire }: Row): readonly string[] => [field, wire];
const accepted: readonly Case[] = rows.flatMap((row) =>
  spellings(row).flatMap((spelling) => row.accepted.map((value): Case => [spelling, value, row])),
);
const refused = rows.flatMap((row) =>
  spellings(row).flatMap((spelling) =>
    row.refused.map(([value, rule, limit]) => [spelling, value, rule, limit, row] as const),
  ),
);

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const path = policyOf('org_main');
const get = async (of = path) => jsonOf(await world.call({ method: 'GET', path: of }));
const put = (body: object) => world.call({ method: 'PUT', path, body });
const configure = async (change: TenantChange): Promise<void> => {
  (await world.stepward.tenants.configure(systemCaller('acme'), change))._unsafeUnwrap();
};

describe('an organisation may have', () => {
  it.each(accepted)('%s %j', async (spelling, value, { field, tenant }) => {
    await configure(tenant);
    const untouched = await get(policyOf('org_other'));
    const response = await put({ [spelling]: value });
    expect(response.status).toBe(200);
    const body = jsonOf(response);
    expect(body[field]).toEqual(value);
    expect(body._inherited[field]).toBe(field === 'requirePhoneVerification' ? undefined : false);
    expect(await get()).toEqual(body);
    expect(await get(policyOf('org_other'))).toEqual(untouched);
  });

  it.each(accepted)('%s %j, until it is null again', async (spelling, value, { tenant }) => {
    await configure(tenant);
    const before = await get();
    await put({ [spelling]: value });
    expect(jsonOf(await put({ [spelling]: null }))).toEqual(before);
  });
});

describe('an organisation may not have', () => {
  it.each(refused)('%s %j: %s %j', async (spelling, value, rule, limit, { tenant }) => {
    await configure(tenant);
    const before = await get();
    const response = await put({ [spelling]: value });
    expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
    expect(jsonOf(response).errors).toEqual([{ field: spelling, rule, limit, value }]);
    expect(await get()).toEqual(before);
  });

  it('an empty set of factors where one is required', async () => {
    const response = await put({ mfaEnforcement: 'required', allowedFactors: [] });
    expect(jsonOf(response).errors).toEqual([
      { field: 'allowedFactors', rule: 'empty', limit: null, value: [] },
    ]);
  });

  it('several things at once: all of them are named, and nothing of the good ones is stored', async () => {
    const before = await get();
    const response = await put({
      passwordMinLength: 9,
      password_max_age_days: 0,
      session_timeout_minutes: 4,
      mfaPolicy: 'always',
    });
    expect(
      jsonOf(response)
        .errors.map(({ field }: { field: string }) => field)
        .sort(),
    ).toEqual(['passwordMinLength', 'password_max_age_days', 'session_timeout_minutes']);
    expect(await get()).toEqual(before);
  });
});

describe('when the tenant becomes stricter', () => {
  it('its value shows as inherited, and the override comes back when it relaxes', async () => {
    await put({ passwordMinLength: 12 });
    await configure(password({ minLength: 16 }));
    const clamped = await get();
    expect([clamped.passwordMinLength, clamped._inherited.passwordMinLength]).toEqual([16, true]);
    await configure(password({ minLength: 10 }));
    const relaxed = await get();
    expect([relaxed.passwordMinLength, relaxed._inherited.passwordMinLength]).toEqual([12, false]);
  });
});
