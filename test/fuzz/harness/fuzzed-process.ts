/**
 * A server of its own process, so that its memory is its own: the framework that its argument names, over
 * Postgres where `DATABASE_URL` says one and in memory otherwise. It speaks over IPC.
 */
import {
  createKeyRing,
  createStepward,
  MANAGEMENT_SCOPES,
  systemCaller,
  type Logger,
} from '@stepward/core';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { createHttpApi, createOpaqueTokenAuthenticator, type HttpApi } from '@stepward/http';
import { createPostgresStorage } from '@stepward/postgres';
import pg from 'pg';
import { phoneNumber, SMS_ON } from '../../account-api/harness/person.js';
import { surprisesOf } from '../../answers/declared-answers.js';
import { frameworks } from '../../harness/frameworks.js';
import { findLeaks } from '../../log-scan/find-leaks.js';
import { CREDENTIALS, TENANT, WRONG_CREDENTIAL, type Credentials } from './credentials.js';

/** The messages of the process. */
export interface Told {
  readonly ready?: { readonly port: number; readonly credentials: Credentials };
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
}

const surprises: string[] = [];
const errors: string[] = [];
const leaks: string[] = [];
/** What this process hands out, once it is filled. */
const secrets = new Set([CREDENTIALS.userToken, CREDENTIALS.serviceSecret, WRONG_CREDENTIAL]);
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
const sms = createRecordingSmsSender();
const stepward = createStepward({
  storage: pool === null ? createMemoryStorage() : createPostgresStorage({ pool, logger }),
  smsSender: sms,
  codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } }),
  logger,
});

async function fill(): Promise<Credentials> {
  const caller = systemCaller(TENANT);
  (await stepward.tenants.configure(caller, SMS_ON))._unsafeUnwrap();
  (
    await stepward.identities.put(TENANT, {
      identityId: 'ada',
      state: 'active',
      phone: { number: phoneNumber('+14155550101'), verified: true },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    })
  )._unsafeUnwrap();
  await stepward.organisations.put(TENANT, 'org_main');
  const made = await stepward.apiKeys.create(caller, { name: 'fuzz', scopes: MANAGEMENT_SCOPES });
  return { ...CREDENTIALS, managementKey: made._unsafeUnwrap().secret.reveal() };
}

const credentials = await fill();
secrets.add(credentials.managementKey);
const api = createHttpApi({
  stepward,
  accessTokens: createOpaqueTokenAuthenticator(async (token) =>
    token === credentials.userToken ? { tenantId: TENANT, identityId: 'ada' } : null,
  ),
  serviceSecrets: [credentials.serviceSecret],
  tenantDomain: 'example.test',
  rateLimits: { scale: 1_000_000 },
  logger,
});
const framework = frameworks.find(({ name }) => name === process.argv[2]);
if (framework === undefined) throw new Error('the argument names a framework');
const watched: HttpApi = {
  paths: api.paths,
  async handle(request) {
    const response = await api.handle(request);
    if (response !== null) surprises.push(...surprisesOf(request, response));
    return response;
  },
};
const server = await framework.serve([{ path: '', api: watched }]);

const tell = (told: Told): void => void process.send?.(told);
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  tell({ report: { memory: heapUsed + arrayBuffers, surprises, errors, leaks } });
});
process.on('disconnect', () => process.exit());
tell({ ready: { port: server.port, credentials } });
