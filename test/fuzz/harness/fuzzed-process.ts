/**
 * A server of its own process, so that its memory is its own: the framework that its argument names, over
 * Postgres where `DATABASE_URL` says one and in memory otherwise. It speaks over IPC.
 */
import { createKeyRing, createStepward, type Logger } from '@stepward/core';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  quickStretch,
} from '@stepward/testing';
import {
  createHttpApi,
  createOpaqueTokenAuthenticator,
  type HttpApi,
  type HttpResponse,
  type TokenClaims,
} from '@stepward/http';
import { createPostgresStorage } from '@stepward/postgres';
import { createWebAuthn } from '@stepward/webauthn';
import pg from 'pg';
import { describeOperations } from '../../../packages/http/src/operations/create-operations.js';
import type { AnyOperation } from '../../../packages/http/src/operations/operation.js';
import { answerOf, operationOf, surprisesOf } from '../../answers/declared-answers.js';
import { frameworks } from '../../harness/frameworks.js';
import { findLeaks } from '../../log-scan/find-leaks.js';
import { newScene } from '../../walks/scene.js';
import { keepSessions } from '../../walks/sessions.js';
import { SERVICE_SECRET, userTokenOf, WRONG_CREDENTIAL, type Credentials } from './credentials.js';

/** Requests remove the records that they name, so there are many. */
const SCENES = 25;

/** The messages of the process. */
export interface Told {
  readonly ready?: { readonly port: number; readonly credentials: readonly Credentials[] };
  readonly report?: Report;
}

/** How it stands: memory after collecting garbage, and everything that should not have been. */
export interface Report {
  /** Bytes of the heap and of buffers, right after a full collection. */
  readonly memory: number;
  /** Answers that their operations do not declare. */
  readonly surprises: readonly string[];
  /** What was logged as an error. */
  readonly errors: readonly string[];
  /** Secrets in log lines of any level. */
  readonly leaks: readonly string[];
  /** Operations that no request has reached: none of their answers was a success, or a refusal of their own. */
  readonly unreached: readonly string[];
}

const surprises: string[] = [];
const errors: string[] = [];
const leaks: string[] = [];
const unreached = new Set(describeOperations().map(({ id }) => id));
/** What this process hands out, once it is filled. */
const secrets = new Set([SERVICE_SECRET, WRONG_CREDENTIAL]);
const textOf = (fields: object, message: string): string => `${message} ${JSON.stringify(fields)}`;
const scan = (fields: object, message: string): void => {
  leaks.push(...findLeaks(textOf(fields, message), { codes: new Set(), texts: secrets }));
};
const logger: Logger = {
  debug: scan,
  info: scan,
  warn: scan,
  error(fields, message) {
    scan(fields, message);
    errors.push(textOf(fields, message));
  },
};

const url = process.env['DATABASE_URL'];
const pool = url === undefined ? null : new pg.Pool({ connectionString: url, max: 6 });
const clock = createFixedClock();
const sms = createRecordingSmsSender();
const sessions = keepSessions();
const stepward = createStepward({
  storage: pool === null ? createMemoryStorage() : createPostgresStorage({ pool, logger }),
  smsSender: sms,
  codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } }),
  webhooks: {
    keys: createKeyRing({ active: { id: 'w1', secret: new Uint8Array(32).fill(2) } }),
    targets: { check: async (target) => (target.startsWith('https:') ? 'allowed' : 'refused') },
  },
  webauthn: createWebAuthn({
    rpName: 'Acme',
    rpId: 'example.test',
    origins: ['https://example.test'],
  }),
  stretch: quickStretch,
  ...{ clock, sessions, logger },
});

/** Whom each token is of. */
const people = new Map<string, TokenClaims>();

async function open(): Promise<Credentials> {
  const scene = await newScene({ stepward, sms, clock, sessions });
  const { tenantId, identityId, key: managementKey, ids } = scene;
  const userToken = userTokenOf(identityId);
  people.set(userToken, { tenantId, identityId, assurance: 'aal2' });
  secrets.add(userToken).add(managementKey);
  return { tenantId, userToken, serviceSecret: SERVICE_SECRET, managementKey, ids };
}

const credentials: Credentials[] = [];
for (let n = 0; n < SCENES; n += 1) credentials.push(await open());
const api = createHttpApi({
  stepward,
  accessTokens: createOpaqueTokenAuthenticator(async (token) => people.get(token) ?? null),
  serviceSecrets: [SERVICE_SECRET],
  tenantDomain: 'example.test',
  rateLimits: { scale: 1_000_000 },
  logger,
});
const framework = frameworks.find(({ name }) => name === process.argv[2]);
if (framework === undefined) throw new Error('the argument names a framework');
/** Whether the operation gave the answer itself, and no check in front of it. */
function isOwn({ refuses }: AnyOperation, response: HttpResponse): boolean {
  const [, reason = null] = answerOf(response).split(' ');
  return response.status < 400 || refuses.some((each) => each === reason);
}

const watched: HttpApi = {
  paths: api.paths,
  async handle(request) {
    const response = await api.handle(request);
    if (response !== null) {
      surprises.push(...surprisesOf(request, response));
      const operation = operationOf(request);
      if (operation !== null && isOwn(operation, response)) unreached.delete(operation.id);
    }
    return response;
  },
};
const server = await framework.serve([{ path: '', api: watched }]);

const tell = (told: Told): void => void process.send?.(told);
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const memory = heapUsed + arrayBuffers;
  tell({ report: { memory, surprises, errors, leaks, unreached: [...unreached] } });
});
process.on('disconnect', () => process.exit());
tell({ ready: { port: server.port, credentials } });
