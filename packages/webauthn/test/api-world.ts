import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemCaller,
  type Identity,
  type Stepward,
  type StepwardOptions,
} from '@stepward/core';
import {
  createFetchHandler,
  createHttpApi,
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '@stepward/http';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingLogger,
  createSeededRandom,
  type FixedClock,
} from '@stepward/testing';
import { createWebAuthn } from '../src/index.js';

export const ORIGIN = 'https://login.example.com';
const SECRET = 'a-service-secret-that-is-long-enough-0123';

/** The access tokens, by what a test calls them; each person has a session. */
const TOKENS: Readonly<Record<string, TokenClaims>> = {
  ada: { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1', assurance: 'aal2' },
  'ada-elsewhere': {
    tenantId: 'acme',
    identityId: 'ada',
    sessionId: 'session-2',
    assurance: 'aal2',
  },
  'ada-aal1': { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1', assurance: 'aal1' },
  bob: { tenantId: 'acme', identityId: 'bob', sessionId: 'session-3', assurance: 'aal2' },
  gus: { tenantId: 'globex', identityId: 'gus', sessionId: 'session-4', assurance: 'aal2' },
};

/** A status, and the reason of a refusal or the body. */
export interface Answer {
  readonly status: number;
  readonly reason?: string;
  readonly body: unknown;
}

/** The API over storage in memory, with WebAuthn. */
export interface ApiWorld {
  readonly stepward: Stepward;
  readonly clock: FixedClock;
  /** Calls the Account API. */
  account(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  /** Calls the Internal API for the tenant `acme`. */
  internal(path: string, body: object): Promise<Answer>;
  /** The authentication log of a person of `acme`, newest first: type, factor, reason. */
  logged(identityId: string): Promise<readonly (readonly unknown[])[]>;
}

/** People `ada` and `bob` of the tenant `acme`, and `gus` of `globex`. */
export async function createApiWorld(options: Partial<StepwardOptions> = {}): Promise<ApiWorld> {
  const clock = createFixedClock();
  const webauthn = createWebAuthn({ rpName: 'Acme', rpId: 'example.com', origins: [ORIGIN] });
  const stepward = createStepward({
    storage: createMemoryStorage({ clock }),
    codeKeys: createKeyRing({ active: { id: 'test', secret: new Uint8Array(32).fill(7) } }),
    random: createSeededRandom(),
    logger: createRecordingLogger(),
    clock,
    webauthn,
    ...options,
  });
  for (const [tenantId, ids] of Object.entries({ acme: ['ada', 'bob'], globex: ['gus'] })) {
    (await stepward.tenants.configure(systemCaller(tenantId), {}))._unsafeUnwrap();
    for (const id of ids) (await stepward.identities.put(tenantId, person(id)))._unsafeUnwrap();
  }
  const api = createHttpApi({
    stepward,
    accessTokens: createOpaqueTokenAuthenticator(async (token) => TOKENS[token] ?? null),
    serviceSecrets: [SECRET],
    rateLimits: false,
    clock,
  });
  const handle = createFetchHandler(api);

  async function call(
    method: string,
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    // Entries of one moment are in no order.
    clock.advance(1);
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await handle(
      new Request(`https://api.example.com${path}`, {
        method,
        headers: { ...headers, ...json },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { clientAddress: '192.0.2.1' },
    );
    const answered = (await response.json()) as { readonly reason?: string };
    const { reason } = answered;
    return { status: response.status, ...(reason !== undefined && { reason }), body: answered };
  }

  return {
    stepward,
    clock,
    account: (method, path, body, token = 'ada') =>
      call(method, `/v1/account/mfa${path}`, body, { authorization: `Bearer ${token}` }),
    internal: (path, body) =>
      call('POST', `/v1/internal/mfa/webauthn${path}`, body, {
        'x-internal-service-secret': SECRET,
        'x-tenant-id': 'acme',
      }),
    async logged(identityId) {
      const { items } = await stepward.authenticationLog.list('acme', { identityId });
      return items.map(({ type, factor, reason }) => [type, factor, reason]);
    },
  };
}

function person(identityId: string): Identity {
  const number = parsePhoneNumber('+14155550101')._unsafeUnwrap();
  return {
    identityId,
    state: 'active',
    phone: { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}
