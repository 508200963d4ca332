/**
 * One of several processes behind one limit: an API over the Postgres store in `DATABASE_URL`. It says
 * `ready`, and for every number on a line of its input sends itself as many requests at once, all with
 * one token, and says how many were let through and how many were refused.
 */
import { createInterface } from 'node:readline';
import { createKeyRing, createStepward } from '@stepward/core';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { createFetchHandler, createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { postgresLimits } from '@stepward/postgres';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });
const stepward = createStepward({
  storage: createMemoryStorage(),
  smsSender: createRecordingSmsSender(),
  codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } }),
});
const api = createHttpApi({
  stepward,
  accessTokens: createOpaqueTokenAuthenticator(async () => ({
    tenantId: 'acme',
    identityId: 'ada',
  })),
  // Closed: a request that was not counted shows as 503 and in neither number. The wait for the store
  // never runs out, since this is not about the machine's speed.
  rateLimits: {
    store: postgresLimits({ pool }),
    limits: { account: { perCredential: 100, perAddress: 1_000 } },
    onStoreError: 'deny',
    clock: { now: () => new Date(), timeout: () => new AbortController().signal },
  },
});
const handle = createFetchHandler(api);

async function statusOfOne(): Promise<number> {
  const headers = { authorization: 'Bearer ada-token' };
  const response = await handle(new Request('https://localhost/v1/account/mfa', { headers }));
  return response.status;
}

process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin)) {
  const statuses = await Promise.all(Array.from({ length: Number(line) }, statusOfOne));
  // No identity is known here, so a request within the limit ends with 401.
  const count = (wanted: number): number => statuses.filter((status) => status === wanted).length;
  process.stdout.write(`${JSON.stringify({ passed: count(401), refused: count(429) })}\n`);
}
await pool.end();
