/**
 * The time from a request to the last byte of its answer, one request at a time: GET of the code page, against GET of the
 * Account API's status of second factors. Both on Postgres, behind one Fastify. Alternating rounds; the client is
 * another process.
 */
import { createKeyRing, parsePhoneNumber, systemCaller } from '@stepward/core';
import { stepwardFastify } from '@stepward/fastify';
import { createCodePage } from '@stepward/pages';
import { fastify } from 'fastify';
import { median, report, takeTurns } from './compare.js';
import { CODE, TENANT } from './http/bench-stepward.js';
import { createBenchWorld } from './http/bench-world.js';

const REQUESTS = 500;
const PERSON = { tenantId: TENANT, identityId: 'person-1' };

const world = await createBenchWorld();
try {
  await enrol();
  const api = await world.serveStepward();
  const page = await serveCodePage();
  const [apiTimes = [], pageTimes = []] = await takeTurns(
    () => run(api, '/v1/account/mfa'),
    () => run(page.baseUrl, page.path),
  );
  const apiMs = median(apiTimes.flat());
  const pageMs = median(pageTimes.flat());
  report('One request at a time, to the last byte', [
    ['GET /v1/account/mfa, median', milliseconds(apiMs)],
    ['95 of 100 take at most', milliseconds(slowestOf95(apiTimes.flat()))],
    ['GET /sms-verify, median', milliseconds(pageMs)],
    ['95 of 100 take at most', milliseconds(slowestOf95(pageTimes.flat()))],
    ['time over time', (pageMs / apiMs).toFixed(2)],
  ]);
} finally {
  await world.stop();
}

async function enrol(): Promise<void> {
  const { stepward } = world;
  const sms = {
    enabled: true,
    mfaEnabled: true,
    appName: 'Bench',
    dailyBudget: null,
    originHost: 'bench.example',
  };
  (await stepward.tenants.configure(systemCaller(TENANT), { sms }))._unsafeUnwrap();
  const number = parsePhoneNumber('+447400123456')._unsafeUnwrap();
  const person = {
    identityId: PERSON.identityId,
    state: 'active',
    phone: { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  } as const;
  (await stepward.identities.put(TENANT, person))._unsafeUnwrap();
  const caller = { ...PERSON, assurance: null };
  (await stepward.enrolments.start(caller))._unsafeUnwrap();
  (await stepward.enrolments.verify(caller, CODE))._unsafeUnwrap();
}

async function serveCodePage(): Promise<{ readonly baseUrl: string; readonly path: string }> {
  const app = fastify();
  const codePage = createCodePage({
    stepward: world.stepward,
    keys: createKeyRing({ active: { id: 'bench', secret: Buffer.alloc(32, 'bench') } }),
    publicUrl: 'https://bench.example',
    brand: { name: 'Bench' },
    isSessionActive: () => true,
    onVerified: () => undefined,
  });
  await app.register(stepwardFastify, { api: codePage });
  const baseUrl = await world.serve(app);
  const request = { ...PERSON, sessionId: 'session-1', sentTo: '+44*****3456' };
  const link = (await codePage.createVerifyLink(request))._unsafeUnwrap();
  return { baseUrl, path: link.slice('https://bench.example'.length) };
}

async function run(baseUrl: string, path: string): Promise<readonly number[]> {
  const request = { method: 'GET', path, token: PERSON.identityId, status: 200 } as const;
  const sequences = Array.from({ length: REQUESTS }, () => [request]);
  const { times } = await world.client.measure({ baseUrl, sequences, concurrency: 1 });
  return times;
}

function slowestOf95(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? NaN;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}
