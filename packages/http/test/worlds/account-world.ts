import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  silentLogger,
  systemCaller,
  type Identity,
  type Logger,
  type Sessions,
  type Stepward,
  type StepwardOptions,
  type Storage,
} from '@stepward/core';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  createSeededRandom,
  quickStretch,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';
import {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '../../src/auth/opaque-token-authenticator.js';
import { createHttpApi } from '../../src/create-http-api.js';
import type { HttpApiOptions } from '../../src/http-api-options.js';
import type { HttpApi, HttpRequest, HttpResponse } from '../../src/http-types.js';

export const ADA_PHONE = '+14155550101';

/** The tokens of the world, by what a test calls them. `ada` has a verified phone, `bob` has none. */
const TOKENS: Readonly<Record<string, TokenClaims>> = {
  'ada-token': { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' },
  'ada-aal1-token': { tenantId: 'acme', identityId: 'ada', assurance: 'aal1' },
  'ada-aal2-token': { tenantId: 'acme', identityId: 'ada', assurance: 'aal2' },
  'ada-mfa-token': { tenantId: 'acme', identityId: 'ada', scopes: ['account.mfa:write'] },
  'bob-token': { tenantId: 'acme', identityId: 'bob' },
  'sam-token': { tenantId: 'acme', identityId: 'sam' },
  'nobody-token': { tenantId: 'acme', identityId: 'nobody' },
  'gus-token': { tenantId: 'globex', identityId: 'gus' },
  service_mgmt_key: { tenantId: 'acme', identityId: 'ada' },
};

/** A session port without sessions. */
export const NO_SESSIONS: Sessions = {
  list: async () => [],
  end: async () => true,
  endOthers: async () => undefined,
};

/** One line of the log. */
export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

/** A request, with what a test leaves out filled in: Ada's token, and JSON where there is a body. */
export interface TestRequest {
  readonly method: string;
  readonly path: string;
  /** Without its question mark. */
  readonly query?: string;
  /** Null for no `authorization` header. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly host?: string | null;
  /** 192.0.2.1 by default. */
  readonly clientAddress?: string | null;
  /** https by default. */
  readonly scheme?: 'http' | 'https';
  /** Sent as JSON; a text or bytes are sent as they are. */
  readonly body?: unknown;
}

/** The API over storage in memory, with all that it did in view. */
export interface AccountWorld {
  readonly api: HttpApi;
  readonly stepward: Stepward;
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
  readonly log: readonly LogLine[];
  /** How many units of work were begun. */
  readonly unitsOfWork: () => number;
  /** How many bodies were read. */
  readonly bodiesRead: () => number;
  call(request: TestRequest): Promise<TextResponse>;
}

/** Tenants `acme` (SMS on) and `globex` (SMS off), with their people. */
export async function createAccountWorld(
  options: Partial<HttpApiOptions> = {},
  stepwardOptions: Partial<StepwardOptions> = {},
): Promise<AccountWorld> {
  const clock = createFixedClock();
  const sms = createRecordingSmsSender();
  const log: LogLine[] = [];
  const { storage, runs } = countingStorage();
  const stepward = createStepward({
    storage,
    clock,
    smsSender: sms,
    random: createSeededRandom(),
    stretch: quickStretch,
    logger: silentLogger,
    codeKeys: createKeyRing({ active: { id: 'k1', secret: Buffer.alloc(32, 7) } }),
    ...stepwardOptions,
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
  const runsBefore = runs();
  let bodiesRead = 0;
  const onRead = (): void => {
    bodiesRead += 1;
  };
  return {
    api,
    stepward,
    clock,
    sms,
    log,
    unitsOfWork: () => runs() - runsBefore,
    bodiesRead: () => bodiesRead,
    async call(request) {
      return textResponse(await api.handle(toHttpRequest(request, onRead)));
    },
  };
}

/** A response that is no stream. */
export interface TextResponse extends HttpResponse {
  readonly body: string | null;
}

export function textResponse(response: HttpResponse | null): TextResponse {
  if (response === null) throw new Error('no route has that path');
  const { body } = response;
  if (body instanceof ReadableStream) throw new Error('the response is a stream');
  return { ...response, body };
}

/** The JSON of a response. */
export const jsonOf = (response: HttpResponse) => JSON.parse(textResponse(response).body ?? 'null');

/** Builds the neutral request that a binding would. */
export function toHttpRequest(
  request: TestRequest,
  onRead: () => void = () => undefined,
): HttpRequest {
  const { method, path, query = '', token = 'ada-token', headers = {}, host = null } = request;
  const { clientAddress = '192.0.2.1', scheme = 'https', body } = request;
  const bytes = bytesOf(body);
  return {
    method,
    path,
    query,
    headers: {
      ...(token !== null && { authorization: [`Bearer ${token}`] }),
      ...(body !== undefined && { 'content-type': ['application/json'] }),
      ...headers,
    },
    host,
    clientAddress,
    scheme,
    original: null,
    async readBody(limit) {
      onRead();
      return bytes.byteLength > limit ? { type: 'too_large' } : { type: 'bytes', bytes };
    },
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (body === undefined) return new Uint8Array();
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

async function fill({ tenants, identities }: Stepward): Promise<void> {
  const configured = await tenants.configure(systemCaller('acme'), {
    sms: { enabled: true, mfaEnabled: true, appName: 'Acme' },
  });
  configured._unsafeUnwrap();
  (await identities.put('acme', person('ada', ADA_PHONE)))._unsafeUnwrap();
  (await identities.put('acme', person('bob', null)))._unsafeUnwrap();
  (
    await identities.put('acme', { ...person('sam', '+14155550103'), state: 'suspended' })
  )._unsafeUnwrap();
  (await identities.put('globex', person('gus', '+14155550104')))._unsafeUnwrap();
}

function person(identityId: string, phone: string | null): Identity {
  return {
    identityId,
    state: 'active',
    phone:
      phone === null ? null : { number: parsePhoneNumber(phone)._unsafeUnwrap(), verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}

function countingStorage(): { readonly storage: Storage; readonly runs: () => number } {
  const inner = createMemoryStorage();
  let count = 0;
  return {
    runs: () => count,
    storage: {
      run(scope, work) {
        count += 1;
        return inner.run(scope, work);
      },
      decide(scope, decision) {
        count += 1;
        return inner.decide(scope, decision);
      },
      lookUp: (kind, by) => inner.lookUp(kind, by),
      ready: () => inner.ready(),
      appendEvent: (...event) => inner.appendEvent(...event),
      purge: (expiry) => inner.purge(expiry),
      queue: inner.queue,
    },
  };
}

/** Writes down what it is told. */
export function recordingLogger(log: LogLine[]): Logger {
  const at =
    (level: string) =>
    (fields: object, message: string): void => {
      log.push({ level, fields, message });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
