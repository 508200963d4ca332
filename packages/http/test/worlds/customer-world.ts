import {
  createKeyRing,
  createStepward,
  MANAGEMENT_SCOPES,
  silentLogger,
  systemCaller,
  type ManagementScope,
  type Stepward,
  type StepwardOptions,
  type TenantChange,
  type WebhookOptions,
} from '@stepward/core';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '@stepward/core/policy';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  createSeededRandom,
  quickStretch,
  type FixedClock,
} from '@stepward/testing';
import {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '../../src/auth/opaque-token-authenticator.js';
import { createHttpApi } from '../../src/create-http-api.js';
import type { HttpApiOptions } from '../../src/http-api-options.js';
import type { HttpApi } from '../../src/http-types.js';
import {
  recordingLogger,
  textResponse,
  toHttpRequest,
  type LogLine,
  type TestRequest,
  type TextResponse,
} from './account-world.js';

/** The access tokens of the world. `admin` has every scope, `ada` is an ordinary user. */
const TOKENS: Readonly<Record<string, TokenClaims>> = {
  'admin-token': { tenantId: 'acme', identityId: 'admin', scopes: MANAGEMENT_SCOPES },
  'reader-token': {
    tenantId: 'acme',
    identityId: 'reader',
    scopes: ['organisations:read', 'account.mfa:write'],
  },
  'ada-token': { tenantId: 'acme', identityId: 'ada', scopes: ['account.mfa:write'] },
};

/** Every policy is what `acme` has, so that a rule has something to be weaker than. */
const ACME: TenantChange = {
  mfa: { ...DEFAULT_MFA_POLICY, requirePhoneVerification: true },
  password: {
    ...DEFAULT_PASSWORD_POLICY,
    minLength: 10,
    requireNumber: true,
    hibpCheck: false,
    maxAgeDays: 90,
    disallowReuse: 5,
  },
};

/** Every `https` URL of `example.com` is a target, and nothing else is. */
const webhooks: WebhookOptions = {
  keys: createKeyRing({ active: { id: 'w1', secret: Buffer.alloc(32, 8) } }),
  targets: {
    check: async (url) => (url.startsWith('https://example.com/') ? 'allowed' : 'refused'),
  },
};

/** The Customer API over storage in memory. */
export interface CustomerWorld {
  readonly api: HttpApi;
  readonly stepward: Stepward;
  readonly clock: FixedClock;
  readonly log: readonly LogLine[];
  /** A new key of a tenant, with these scopes: its secret. */
  keyWith(scopes: readonly ManagementScope[], tenantId?: string): Promise<string>;
  /** By default with a key of `acme` that has every scope. */
  call(request: TestRequest): Promise<TextResponse>;
}

/**
 * Tenants `acme` (organisations `org_main`, `org_other`, and `org_legacy` with values in an older store),
 * `globex` (`org_globex`) and `hygieia` (`org_clinic`) in HIPAA mode.
 */
export async function createCustomerWorld(
  options: Partial<HttpApiOptions> = {},
  ofStepward: Partial<StepwardOptions> = {},
): Promise<CustomerWorld> {
  const clock = createFixedClock();
  const log: LogLine[] = [];
  const stepward = createStepward({
    storage: createMemoryStorage(),
    clock,
    smsSender: createRecordingSmsSender(),
    random: createSeededRandom(),
    stretch: quickStretch,
    logger: silentLogger,
    codeKeys: createKeyRing({ active: { id: 'k1', secret: Buffer.alloc(32, 7) } }),
    webhooks,
    phoneCountry: () => 'DE',
    legacyOverrides: {
      read: async (_, organisationId) =>
        organisationId === 'org_legacy'
          ? { passwordMinLength: 14, mfa_enforcement: 'required' }
          : null,
    },
    ...ofStepward,
  });
  await fill(stepward);
  const api = createHttpApi({
    stepward,
    accessTokens: createOpaqueTokenAuthenticator(async (token) => TOKENS[token] ?? null),
    logger: recordingLogger(log),
    requestId: () => 'test-request',
    rateLimits: false,
    ...options,
  });
  const keyWith: CustomerWorld['keyWith'] = async (scopes, tenantId = 'acme') => {
    const made = await stepward.apiKeys.create(systemCaller(tenantId), { name: 'test', scopes });
    return made._unsafeUnwrap().secret.reveal();
  };
  const key = await keyWith(MANAGEMENT_SCOPES);
  return {
    api,
    stepward,
    clock,
    log,
    keyWith,
    async call(request) {
      return textResponse(await api.handle(toHttpRequest({ token: key, ...request })));
    },
  };
}

/** The path of an organisation's security policy. */
export const policyOf = (organisationId: string): string =>
  `/v1/customer/organisations/${organisationId}/security-policy`;

async function fill({ tenants, organisations }: Stepward): Promise<void> {
  (await tenants.configure(systemCaller('acme'), ACME))._unsafeUnwrap();
  for (const id of ['org_main', 'org_other', 'org_legacy']) await organisations.put('acme', id);
  await organisations.put('globex', 'org_globex');
  (await tenants.setHipaa(systemCaller('hygieia'), true, 'a covered entity'))._unsafeUnwrap();
  await organisations.put('hygieia', 'org_clinic');
}
