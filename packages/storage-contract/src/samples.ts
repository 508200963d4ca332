import type {
  ApiKey,
  AuditEvent,
  AuthenticationEntry,
  Identity,
  Subscriber,
  Tenant,
} from '@stepward/core';
import {
  type FactorRecordKey,
  type IdempotencyRecord,
  messageKey,
  type SentMessage,
  type StoredEvent,
  type StoredGrant,
  uuidv7,
  type ScheduledChange,
  type ScheduledOverrides,
} from '@stepward/core/adapter';
import type { CodeState, FactorRecord } from '@stepward/core/factors';
import {
  DEFAULT_TENANT,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  POLICY_FIELDS,
  tenantDefaults,
  type FieldType,
  type PolicyValues,
  type StoredValues,
} from '@stepward/core/policy';
import { OTHER_PHONE, PHONE } from './contract-host.js';

/** A record with nothing left empty; milliseconds and order are part of what is kept. */
export const KEY = {
  identityId: 'ada',
  factor: 'sms',
  purpose: 'enrolment',
  destinationKey: 'a'.repeat(64),
} as const satisfies FactorRecordKey;

const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);

const PENDING: CodeState = {
  status: 'pending',
  codeId: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
  destination: PHONE,
  verifier: `azE.${'0123456789abcdef'.repeat(4)}`,
  issuedAt: at('00:00:00.001'),
  expiresAt: at('00:15:00.001'),
  attemptsSpent: 3,
  wrongGuesses: [at('00:00:10.007'), at('00:00:10.007')],
  counted: [
    { name: 'country:GB', part: '', bucket: at('00:00:00.000') },
    { name: 'address:a_Z-9', part: 'GB', bucket: at('00:00:00.000') },
  ],
};

export const CODE_STATES: readonly CodeState[] = [
  PENDING,
  {
    ...PENDING,
    destination: OTHER_PHONE,
    attemptsSpent: 0,
    wrongGuesses: [],
    counted: [],
    verifier: `ay8y.${'f'.repeat(64)}`,
  },
  { status: 'expired', endedAt: at('00:15:00.001') },
  { status: 'exhausted', endedAt: at('00:03:59.999') },
  { status: 'void', endedAt: at('00:04:00.000') },
  { status: 'withdrawn', endedAt: at('00:04:00.000') },
  { status: 'none' },
];

export const FULL_RECORD: FactorRecord = {
  authenticators: [
    {
      id: '6f1c2f0e-31c5-4c1f-8d0c-0d6a7c3c9b02',
      factor: 'sms',
      name: null,
      enrolledAt: at('00:00:00.123'),
      lastUsedAt: null,
      verifier: null,
      wrongInARow: 7,
    },
    {
      id: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a12',
      factor: 'totp',
      name: 'Ünal\'s "phone" \\ 😀',
      enrolledAt: at('00:00:00.124'),
      lastUsedAt: at('00:00:01.007'),
      verifier: '7:azE.c2VhbGVk',
      wrongInARow: 0,
    },
    {
      id: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a13',
      factor: 'totp',
      name: null,
      enrolledAt: at('00:00:00.125'),
      lastUsedAt: null,
      verifier: '8:azE.c2VhbGVk',
      wrongInARow: 3,
    },
  ],
  state: PENDING,
  sends: {
    sentAt: [at('00:00:00.000'), at('00:01:00.000'), at('00:01:00.000')],
    cooldownStartedAt: at('00:01:00.000'),
  },
  wrongGuesses: [at('00:00:10.007'), at('00:00:11.000'), at('00:00:11.000')],
  refusals: [at('00:00:09.001'), at('00:00:09.001')],
  starts: [at('00:00:08.001'), at('00:00:08.002')],
  destinationSends: { sentAt: [at('00:00:00.999')], cooldownStartedAt: null },
};

/** A record with every field that there is, each as strict as it can be. */
function strictest<Values extends object>(
  fields: Readonly<Record<keyof Values, { readonly type: Pick<FieldType<unknown>, 'ofUnknown'> }>>,
  defaults: Values,
): Values {
  const names = Object.keys(fields) as (keyof Values)[];
  return Object.fromEntries(
    names.map((name) => [name, fields[name].type.ofUnknown(null, defaults[name])]),
  ) as Values;
}

export const FULL_TENANT: Tenant = {
  sms: {
    enabled: true,
    mfaEnabled: true,
    appName: 'Köln "1" \\ {code}',
    originHost: 'login.example.com',
    appHash: null,
    templates: { de: '{code} ist dein Code für {app_name}.', 'pt-BR': 'Código: {code}\nAté já' },
    allowedCountries: ['DE', 'BR'],
    deniedPrefixes: ['+1900', '+881'],
    dailyBudget: 5_000_000_000,
    fraudGuard: { country: 'enforce', prefix: 'off', address: 'monitor', network: 'enforce' },
    countryModes: { DE: 'allow', BR: 'block' },
  },
  mfa: {
    ...strictest(MFA_POLICY_FIELDS, DEFAULT_TENANT.mfa),
    allowedFactors: ['sms', 'webauthn'],
    preferredFactor: 'sms',
    gracePeriodMs: 7_776_000_000,
  },
  password: { ...strictest(PASSWORD_POLICY_FIELDS, DEFAULT_TENANT.password), hibpCheck: false },
  hipaa: true,
};

export const TENANTS: readonly Tenant[] = [
  FULL_TENANT,
  DEFAULT_TENANT,
  {
    ...FULL_TENANT,
    sms: {
      ...FULL_TENANT.sms,
      originHost: null,
      appHash: 'FA+9qCX9VSu',
      allowedCountries: null,
      dailyBudget: null,
    },
    mfa: { ...FULL_TENANT.mfa, allowedFactors: [], preferredFactor: null, gracePeriodMs: 0 },
    hipaa: false,
  },
  {
    ...FULL_TENANT,
    sms: {
      ...FULL_TENANT.sms,
      templates: {},
      allowedCountries: [],
      deniedPrefixes: [],
      dailyBudget: 0,
    },
  },
];

export const IDENTITIES: readonly Identity[] = [
  {
    identityId: 'ada',
    state: 'active',
    phone: { number: PHONE, verified: true },
    otherFactors: ['email', 'webauthn'],
    backupCodesRemaining: 8,
    locale: 'pt-BR',
  },
  {
    identityId: 'ada',
    state: 'suspended',
    phone: { number: OTHER_PHONE, verified: false },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  },
  {
    identityId: "auth0|Ünal:o'Neil/1 %_",
    state: 'active',
    phone: null,
    otherFactors: ['totp'],
    backupCodesRemaining: 1,
    locale: 'en',
  },
];

/** Where an organisation was never changed. */
export const NOTHING_STORED: ScheduledOverrides = { overrides: {}, scheduled: null };

/** A planned change with a value, a list and a mark. */
export const SCHEDULED: ScheduledChange = {
  effectiveFrom: new Date('2026-06-01T00:00:00.123Z'),
  values: { mfaEnforcement: 'required', allowedFactors: ['totp'], preferredFactor: null },
};

/** Every field overridden, in the order of the specification. */
export const FULL_OVERRIDES: StoredValues = {
  ...strictest<PolicyValues>(POLICY_FIELDS, tenantDefaults(DEFAULT_TENANT)),
  allowedFactors: ['sms', 'webauthn'],
  preferredFactor: 'sms',
  passwordRequireLowercase: false,
  passwordRequireSymbol: false,
};

export const API_KEY: ApiKey = {
  id: '6f1c2f0e-31c5-4c1f-8d0c-0d6a7c3c9b01',
  name: 'Terraform "prod" für Köln',
  prefix: 'service_mgmt_AbC-_9',
  scopes: ['organisations:write', 'logs:read'],
  environmentId: 'env "prod" für Köln',
  createdAt: at('00:00:00.123'),
  lastUsedAt: null,
  expiresAt: at('23:59:59.999'),
  revokedAt: null,
};

/** A message that brought the code of a step-up. */
export const SENT_MESSAGE: SentMessage = {
  key: messageKey('twilio', 'SM "Ü" \\ 1'),
  provider: 'twilio',
  messageId: 'SM "Ü" \\ 1',
  whose: {
    identityId: "auth0|Ünal:o'Neil",
    factor: 'sms',
    purpose: 'step_up',
    sessionId: 'ses %_ 😀',
  },
  counted: [
    { name: 'country:GB', part: '', bucket: at('00:00:00.000') },
    { name: 'address:a_Z-9', part: 'GB', bucket: at('00:00:00.000') },
  ],
  sentAt: at('00:00:00.007'),
  status: 'sent',
  reportedAt: null,
};

export const GRANT: StoredGrant = {
  name: `azE.${'A-_z'.repeat(10)}abc`,
  verifier: `azE.${'Z-_a'.repeat(10)}abc`,
  factor: 'sms',
  expiresAt: at('00:05:00.007'),
};

/** A request in flight. */
export const RESERVATION: IdempotencyRecord = {
  recordId: 'c'.repeat(64),
  token: '7e3f2f8e-50c5-4c52-8b39-0c6a7c3c9b01',
  fingerprint: { keyId: 'k/1', hmac: 'd'.repeat(64) },
  answer: null,
  expiresAt: at('00:01:00.007'),
};

/** Names, quotes and escapes that a text has to keep as they are. */
export const AUDIT_EVENT: AuditEvent = {
  id: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
  type: 'security_policy.updated',
  at: at('00:00:00.007'),
  actor: { type: 'identity', id: "auth0|Ünal:o'Neil \\ \u0000\u2028😀" },
  target: 'org-1',
  details: { before: null, after: { b: [1, 1e21, -0.5], a: 'line\n"quoted"' }, type: 'no type' },
  client: { address: '2001:db8:1::/48', userAgent: 'Ünal\'s "app"/1.0 (😀)' },
  retainUntil: new Date('2032-01-01T00:00:00.007Z'),
};

export const ENTRY: AuthenticationEntry = {
  id: uuidv7(at('00:00:00.007'), new Uint8Array(10)),
  type: 'factor.refused',
  at: at('00:00:00.007'),
  identityId: "auth0|Ünal:o'Neil/1 %_",
  factor: 'sms',
  sessionId: 'session \\ "1"',
  actor: { type: 'system', id: 'Köln 😀' },
  reason: 'code_mismatch',
  client: { address: null, userAgent: 'Ünal\'s "app"/1.0 (😀)' },
  refused: null,
  operation: { id: 'payment "Köln" \\ 😀', digest: 'a'.repeat(64) },
  retainUntil: at('01:00:00.007'),
};

/** Data that is only the same where its text is: escapes, blanks, the spelling of numbers, names that come twice. */
export const EVENT: StoredEvent = {
  id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
  type: 'organisation.member_added',
  organisationId: "Köln | o'Neil \\ %_ 😀",
  version: '2026-11-01',
  data: String.raw`{ "z":"\u0000 \ud800 \"","a":[1e21,1.0,-0], "z":2,"Ü":"\u2028😀","n":null}`,
  emittedAt: at('00:00:00.007'),
  expiresAt: at('23:59:59.999'),
};

export const SUBSCRIBER: Subscriber = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  url: 'https://hooks.example.com/in?token=%C3%BC&x=\\"',
  description: 'Köln "1" \\ %_ 😀',
  eventTypes: ['organisation.*', 'org.member.added', 'user.created'],
  naming: 'legacy',
  signature: 'both',
  body: 'thin',
  ordering: 'none',
  version: '2027-02-01',
  clientCertificate: 'Köln "1"',
  headers: { names: ['authorization'], sealed: 'azE.aGVhZGVycw' },
  enabled: false,
  disabledReason: 'failing',
  secrets: [
    { sealed: 'azE.c2VhbGVk', expiresAt: null },
    { sealed: 'azE.-_8', expiresAt: at('23:59:59.999') },
  ],
  failingSince: at('00:00:01.002'),
  failingNoticedAt: at('00:00:01.003'),
  paused: { until: at('00:10:00.004'), reason: 'busy' },
  createdAt: at('00:00:00.123'),
  updatedAt: at('00:00:02.000'),
};

/** The same, as one that gets events and has never failed. */
export const ENABLED_SUBSCRIBER: Subscriber = {
  ...SUBSCRIBER,
  enabled: true,
  disabledReason: null,
  failingSince: null,
  failingNoticedAt: null,
  paused: null,
};
