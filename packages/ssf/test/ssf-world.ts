import { generateKeyPairSync } from 'node:crypto';
import { createKeyRing, type Stepward } from '@stepward/core';
import type { WebhookOutcome, WebhookRequest } from '@stepward/core/adapter';
import {
  createFetchHandler,
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '@stepward/http';
import {
  createRecordingLogger,
  createTestStepward,
  type FixedClock,
  type LogLine,
} from '@stepward/testing';
import { createDeliveryWorker } from '@stepward/webhooks';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import {
  createMemoryStreams,
  createSharedSignals,
  type SharedSignalsOptions,
  type StreamStorage,
} from '../src/index.js';

export const ISSUER = 'https://id.example.test/ssf/acme';
export const PUSH = 'urn:ietf:rfc:8935';
export const POLL = 'urn:ietf:rfc:8936';
export const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
export const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/';
export const RECEIVER_URL = 'https://receiver.example.test/events';

/** The tokens of the world, by their text. */
const TOKENS: Readonly<Record<string, TokenClaims>> = {
  manage: { tenantId: 'acme', identityId: 'receiver-1', scopes: ['ssf.manage'] },
  read: { tenantId: 'acme', identityId: 'receiver-1', scopes: ['ssf.read'] },
  none: { tenantId: 'acme', identityId: 'receiver-1', scopes: [] },
  other: { tenantId: 'acme', identityId: 'receiver-2', scopes: ['ssf.manage'] },
  foreign: { tenantId: 'globex', identityId: 'receiver-1', scopes: ['ssf.manage'] },
};

const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });

export const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

export const answered = (status: number, body = ''): WebhookOutcome => ({
  ...{ type: 'answered', status, retryAfter: null, body },
});

/** What a request is made of, beside its method and path. */
export interface Asked {
  readonly token?: string | null;
  readonly body?: unknown;
  /** How the request came to the proxy; https by default. */
  readonly scheme?: 'http' | 'https';
}

/** An answer, with its body as JSON; `{}` for none. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The members of all bodies. Which ones an answer has is what tests look at. */
export interface Body {
  readonly [member: string]: unknown;
  readonly stream_id: string;
  readonly delivery: { readonly method: string; readonly endpoint_url: string };
  readonly events_supported: readonly string[];
  readonly status: string;
  readonly reason: string;
  readonly keys: readonly { readonly kid: string }[];
  readonly jwks_uri: string;
  readonly configuration_endpoint: string;
  readonly sets: Readonly<Record<string, string>>;
}

/** The claims of a security event token. */
export interface Claims extends JWTPayload {
  readonly txn: string;
  readonly sub_id: {
    readonly format: string;
    readonly id?: string;
    readonly sub?: string;
    readonly session?: { readonly id: string };
  };
  readonly events: Readonly<Record<string, object>>;
}

export interface SsfWorld {
  readonly stepward: Stepward;
  readonly clock: FixedClock;
  readonly storage: StreamStorage;
  readonly logs: readonly LogLine[];
  /** Asks the API: the path is below the issuer of `acme`, or a whole URL. The token is `manage` by default. */
  ask(method: string, path: string, asked?: Asked): Promise<Got>;
  /** Creates a stream of `receiver-1`, and returns its configuration. */
  stream(delivery?: object, fields?: object): Promise<Body>;
  pushStream(fields?: object): Promise<Body>;
  /** What was pushed, oldest first. */
  readonly pushed: readonly WebhookRequest[];
  /** Answers pushes from now on; 202 by default. */
  answerPushes(answer: (count: number) => WebhookOutcome): void;
  /** Enrols a factor of a new person. */
  enrol(identityId?: string): Promise<void>;
  /** Ends a session of a person, as a host reports it. */
  revoke(sessionId?: string, identityId?: string, tenantId?: string): Promise<void>;
  /** Delivers what is due. */
  deliver(): Promise<void>;
  /** Polls a stream, and returns the payloads by their ids. */
  poll(streamId: string, body?: object): Promise<readonly Claims[]>;
  /** Verifies a security event token as an outsider: by the published keys alone. */
  open(token: string): Promise<{ readonly header: object; readonly payload: Claims }>;
}

export async function createSsfWorld(
  options: Partial<SharedSignalsOptions> = {},
): Promise<SsfWorld> {
  const logger = createRecordingLogger();
  const { stepward, clock, addIdentity, enrol } = await createTestStepward({
    logger,
    webhooks: { keys, targets: { check: async () => 'allowed' } },
  });
  const pushed: WebhookRequest[] = [];
  let answerPush: (count: number) => WebhookOutcome = () => answered(202);
  const storage = options.storage ?? createMemoryStreams();
  const signals = createSharedSignals({
    stepward,
    issuer: 'https://id.example.test/ssf',
    storage,
    accessTokens: createOpaqueTokenAuthenticator(async (token) => TOKENS[token] ?? null),
    keys,
    signingKeys: { active: { id: 'key-1', key: rsaKey } },
    targets: {
      check: async (url) => (url.startsWith('https://receiver.') ? 'allowed' : 'refused'),
    },
    sender: {
      async send(request) {
        pushed.push(request);
        return answerPush(pushed.length);
      },
    },
    logger,
    clock,
    ...options,
  });
  const handle = createFetchHandler(signals.api);
  const worker = createDeliveryWorker({
    outbox: stepward.outbox,
    sender: { send: async () => answered(500) },
    destinations: [signals.destination],
    logger,
    clock,
    purgeMs: null,
  });

  async function ask(method: string, path: string, asked: Asked = {}): Promise<Got> {
    const { token = 'manage', body, scheme = 'https' } = asked;
    const url = path.startsWith('https:') ? path : ISSUER + path;
    const response = await handle(
      new Request(url, {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && {
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      }),
      { clientAddress: '203.0.113.7', scheme },
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text || '{}') as Body,
    };
  }

  async function stream(delivery?: object, fields: object = {}): Promise<Body> {
    const made = await ask('POST', '/streams', { body: { delivery, ...fields } });
    if (made.status !== 201) throw new Error(`no stream: ${JSON.stringify(made.body)}`);
    return made.body;
  }

  async function open(token: string) {
    const { body } = await ask('GET', '/jwks.json', { token: null });
    const keySet = createLocalJWKSet(body as unknown as JSONWebKeySet);
    const { protectedHeader, payload } = await jwtVerify<Claims>(token, keySet, {
      ...{ issuer: ISSUER, typ: 'secevent+jwt', algorithms: ['RS256'], currentDate: clock.now() },
    });
    return { header: protectedHeader, payload };
  }

  return {
    ...{ stepward, clock, storage, pushed, ask, stream, open },
    logs: logger.lines,
    pushStream: (fields) => stream({ method: PUSH, endpoint_url: RECEIVER_URL }, fields),
    answerPushes: (answer) => (answerPush = answer),
    async enrol(identityId = 'usr_1') {
      await enrol(await addIdentity(identityId));
    },
    async revoke(sessionId = 'ses_1', identityId = 'usr_1', tenantId = 'acme') {
      const data = {
        id: sessionId,
        identity_id: identityId,
        revoked_at: clock.now().toISOString(),
      };
      const emitted = await stepward.events.emit({ type: 'session.revoked', tenantId, data });
      if (emitted.isErr()) throw new Error(emitted.error.code);
    },
    deliver: () => worker.runOnce(),
    async poll(streamId, body = {}) {
      const asked = { body: { returnImmediately: true, ...body } };
      const { body: polled } = await ask('POST', `/streams/${streamId}/poll`, asked);
      const tokens = Object.values(polled.sets);
      return Promise.all(tokens.map(async (token) => (await open(token)).payload));
    },
  };
}
