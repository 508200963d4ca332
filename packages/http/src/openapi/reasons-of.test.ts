import { describe, expect, it } from 'vitest';
import { StorageBusy, StorageUnavailable } from '@stepward/core';
import { builtInEvents } from '@stepward/core/events';
import type { CredentialSource } from '../auth/read-credential.js';
import { createOpaqueTokenAuthenticator } from '../auth/opaque-token-authenticator.js';
import { AuthenticationUnavailable } from '../auth/access-tokens.js';
import { createHttpApi } from '../create-http-api.js';
import type { HttpApiOptions } from '../http-api-options.js';
import type { Failure } from '../errors/http-errors.js';
import type { HttpBody, HttpRequest } from '../http-types.js';
import type { RateLimitOptions } from '../limits/create-request-limiter.js';
import { reasonsOf } from './reasons-of.js';
import { jsonOf } from '../../test/worlds/account-world.js';
import { exampleBody } from '../../test/worlds/example-body.js';
import type { AnyOperation } from '../operations/operation.js';
import { describeOperations } from '../operations/create-operations.js';

type Reason = Failure['code'];

const SECRET = 'a-service-secret-that-is-long-enough-0123';

/** A request that the operation's handler would get, where nothing of it is spoiled. */
function goodRequest(operation: AnyOperation): HttpRequest {
  const { method, path, api } = operation;
  return {
    method,
    path: path.replaceAll(/:\w+/g, 'some-id'),
    query: '',
    headers: {
      'content-type': ['application/json'],
      ...(api === 'internal'
        ? { 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['acme'] }
        : { authorization: ['Bearer a-token'] }),
    },
    host: null,
    clientAddress: '192.0.2.1',
    scheme: 'https',
    original: null,
    readBody: async () => bytes(JSON.stringify(exampleBody(operation) ?? {})),
  };
}

const bytes = (text: string): HttpBody => ({ type: 'bytes', bytes: Buffer.from(text) });

type Spoil = (request: HttpRequest) => Partial<HttpRequest>;

/** How to be refused for a reason, at every operation that can give it. */
interface Provocation {
  readonly spoil?: Spoil;
  readonly rateLimits?: RateLimitOptions;
  /** What `idempotency.begin` answers. */
  readonly begun?: string;
  readonly scopes?: readonly string[];
  readonly credentials?: CredentialSource;
  /** What storage throws at every request. */
  readonly thrown?: Error;
}

const withHeaders =
  (headers: HttpRequest['headers']): Spoil =>
  (request) => ({ headers: { ...request.headers, ...headers } });
const withBody = (body: HttpBody): Provocation => ({
  spoil: () => ({ readBody: async () => body }),
});
const counting = (count: () => Promise<never>): RateLimitOptions => ({
  onStoreError: 'deny',
  store: { remote: false, counter: () => ({ count }) },
});

const PROVOCATIONS: { readonly [R in Reason]?: Provocation } = {
  request_limits_unavailable: {
    rateLimits: counting(() => Promise.reject(new Error('the store is down'))),
  },
  request_limit_exceeded: {
    rateLimits: counting(() =>
      Promise.resolve({ exceeded: true, remaining: 0, resetMs: 1_000 } as never),
    ),
  },
  header_duplicated: { spoil: withHeaders({ 'x-tenant-id': ['acme', 'acme'] }) },
  tls_required: { spoil: () => ({ scheme: 'http' }) },
  origin_refused: {
    credentials: () => 'a-token',
    spoil: withHeaders({ authorization: undefined }),
  },
  authentication_unavailable: { spoil: withHeaders({ authorization: ['Bearer unavailable'] }) },
  token_missing: { spoil: withHeaders({ authorization: undefined }) },
  token_invalid: { spoil: withHeaders({ authorization: ['Bearer another'] }) },
  service_secret_invalid: { spoil: withHeaders({ 'x-internal-service-secret': ['wrong'] }) },
  tenant_missing: { spoil: withHeaders({ 'x-tenant-id': undefined }) },
  tenant_unknown: { spoil: withHeaders({ 'x-tenant-id': ['nobody'] }) },
  tenant_mismatch: {
    spoil: (request) => ({
      ...withHeaders({ 'x-tenant-id': ['globex'] })(request),
      host: 'acme.example.test',
    }),
  },
  insufficient_scope: { scopes: ['logs:nothing'] },
  path_invalid: { spoil: ({ path }) => ({ path: path.replace('some-id', '%00') }) },
  query_invalid: { spoil: () => ({ query: 'surprise=1' }) },
  media_type_unsupported: { spoil: withHeaders({ 'content-type': ['text/plain'] }) },
  body_too_large: withBody({ type: 'too_large' }),
  body_incomplete: withBody({ type: 'incomplete' }),
  body_timed_out: withBody({ type: 'timed_out' }),
  body_malformed: withBody(bytes('{')),
  body_invalid: withBody(bytes('[]')),
  idempotency_key_invalid: { spoil: withHeaders({ 'idempotency-key': [''] }) },
  idempotency_key_in_flight: {
    begun: 'idempotency_key_in_flight',
    spoil: withHeaders({ 'idempotency-key': ['a-key'] }),
  },
  idempotency_key_reused: {
    begun: 'idempotency_key_reused',
    spoil: withHeaders({ 'idempotency-key': ['a-key'] }),
  },
  busy: { thrown: new StorageBusy('a test') },
  storage_unavailable: { thrown: new StorageUnavailable('a test') },
  internal_error: {},
};

/** Services of which only those in front of the handlers answer; calling another throws. */
function servicesThat(begun: string | undefined): HttpApiOptions['stepward'] {
  const services = {
    enrolments: {},
    phones: {},
    stepUp: {},
    policies: {},
    eventRegistry: builtInEvents,
    tenants: { isKnown: async (tenantId: string) => tenantId === 'acme' },
    apiKeys: { identify: async () => null },
    refusedAccess: { report: () => undefined },
    idempotency: { begin: async () => ({ isErr: () => true, error: { code: begun } }) },
  };
  return services as unknown as HttpApiOptions['stepward'];
}

/** The same, where what is behind the handlers throws. */
function failingServices(thrown: Error): HttpApiOptions['stepward'] {
  const fail = () => Promise.reject(thrown);
  const failingBeside = (methods: object): object =>
    new Proxy(methods, { get: (own, name) => Reflect.get(own, name) ?? fail });
  return new Proxy(servicesThat(undefined), {
    get: (services, name) => failingBeside((Reflect.get(services, name) ?? {}) as object),
  });
}

const operations = describeOperations();
const EVERY_SCOPE = operations.flatMap(({ scope }) => scope ?? []);

async function reasonFor(operation: AnyOperation, provocation: Provocation): Promise<Reason> {
  const { spoil, rateLimits = false, begun, scopes = EVERY_SCOPE, credentials } = provocation;
  const { thrown } = provocation;
  const api = createHttpApi({
    stepward: thrown === undefined ? servicesThat(begun) : failingServices(thrown),
    accessTokens: createOpaqueTokenAuthenticator(async (token) => {
      if (token === 'unavailable') throw new AuthenticationUnavailable('the store is away');
      return token === 'a-token' ? { tenantId: 'acme', identityId: 'ada', scopes } : null;
    }),
    ...(credentials !== undefined && { credentials }),
    serviceSecrets: [SECRET],
    tenantDomain: 'example.test',
    requireAccountScopes: true,
    rateLimits,
  });
  const request = goodRequest(operation);
  const response = await api.handle({ ...request, ...spoil?.(request) });
  return (jsonOf(response!) as { reason: Reason }).reason;
}

describe.each(operations)('$method $path', (operation) => {
  it.each(Object.entries(PROVOCATIONS))(
    'can be refused for %s exactly where that is said',
    async (reason, provocation) => {
      const declared: readonly string[] = reasonsOf(operation);
      expect((await reasonFor(operation, provocation)) === reason).toBe(declared.includes(reason));
    },
  );

  it('lists no reason of the earlier steps that is not provoked here', () => {
    const own: readonly Reason[] = operation.refuses;
    const front = reasonsOf(operation).filter((reason) => !own.includes(reason));
    expect(Object.keys(PROVOCATIONS)).toEqual(expect.arrayContaining(front));
  });

  it('lists no reason twice', () => {
    expect(new Set(reasonsOf(operation)).size).toBe(reasonsOf(operation).length);
  });
});
