/**
 * One tenant's people one after another, each of whom has a code sent and verifies it, alone and beside 200 parallel
 * requests of one identity of another tenant: wrong codes for a new code of a new identity, again and again. None of
 * them may be answered with 500. Over HTTP on Postgres, one host process with 8 connections, without request limits.
 * Time over time; the target is at most 3 for the slowest request of a round. The third side are 200 requests at a
 * time that Fastify answers itself: what they cost the tenant is the price of one event loop, whatever it serves.
 */
import { systemCaller, type PhoneNumber } from '@stepward/core';
import { median, ratio, report, takeTurns } from './compare.js';
import { CODE } from './http/bench-stepward.js';
import { createBenchWorld } from './http/bench-world.js';
import { PATH } from './http/floor-server.js';
import { startLoadClient } from './http/load-client-process.js';
import type { LoadRequest, LoadResult } from './http/load.js';
import { startServing } from './http/serving-processes.js';

const CONNECTIONS = 8;
const PARALLEL = 200;
/** People of a round. */
const CYCLES = 200;
/** Identities of the neighbour, more than a round has time for. */
const VICTIMS = 200;

const [QUIET, NEIGHBOUR] = ['quiet', 'neighbour'];

/** A request that never comes to Stepward. */
const NO_ROUTE: LoadRequest = { method: 'GET', path: '/nothing', token: 'nobody', status: 404 };

const world = await createBenchWorld();
const neighbour = startLoadClient();
const server = await startServing({
  side: 'stepward',
  databaseUrl: world.databaseUrl,
  connections: CONNECTIONS,
  withSessions: false,
});
const answered: Record<string, number> = {};
let people = 0;
try {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Bench', dailyBudget: null };
  for (const tenantId of [QUIET, NEIGHBOUR]) {
    const configured = await world.stepward.tenants.configure(systemCaller(tenantId), { sms });
    if (configured.isErr()) throw new Error(configured.error.code);
  }

  const rounds = await takeTurns(
    async () => workQuietly(await addPeople(QUIET, CYCLES)),
    () => besideBursts(() => Promise.resolve(NO_ROUTE)),
    async () => {
      const victims = [...(await addPeople(NEIGHBOUR, VICTIMS))];
      return besideBursts(() => wrongCodes(victims.pop() ?? ''));
    },
  );
  const [alone, besideBare, beside] = rounds.map(medianTimes) as [Times, Times, Times];
  report('one tenant beside 200 parallel requests of one identity of another', [
    ['answers to the identity', statusesOf(answered)],
    ...linesOf('alone', alone, alone),
    ...linesOf('beside 200 requests that Fastify answers itself', besideBare, alone),
    ...linesOf('beside 200 requests of one identity', beside, alone),
    ['slowest, time over time (target at most 3)', ratio(beside.slowest, alone.slowest)],
    ['the same, over that beside Fastify alone', ratio(beside.slowest, besideBare.slowest)],
  ]);
  if (answered['500'] !== undefined) throw new Error('the neighbour was answered with 500');
} finally {
  neighbour.stop();
  await server.stop();
  await world.stop();
}

/** New people of a tenant, each with a phone; their tokens. */
async function addPeople(tenantId: string, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, index) => people + index);
  people += count;
  await Promise.all(
    numbers.map((number) =>
      world.stepward.identities.put(tenantId, {
        identityId: `identity-${String(number)}`,
        state: 'active',
        phone: { number: `+1415${String(5_000_000 + number)}` as PhoneNumber, verified: true },
        otherFactors: [],
        backupCodesRemaining: 0,
        locale: null,
      }),
    ),
  );
  return numbers.map((number) => `identity-${String(number)}~${tenantId}`);
}

/** One request after the other. */
function workQuietly(tokens: readonly string[]): Promise<LoadResult> {
  const sequences = tokens.map((token) => [send(token), verify(token, CODE, 200)]);
  return world.client.measure({ baseUrl: server.baseUrl, sequences, concurrency: 1 });
}

/** The same, while 200 requests are sent at a time again and again. */
async function besideBursts(next: () => Promise<LoadRequest>): Promise<LoadResult> {
  const tokens = await addPeople(QUIET, CYCLES);
  const work = { isDone: false };
  const bursts = burstUntilDone(next, work);
  const result = await workQuietly(tokens);
  work.isDone = true;
  await bursts;
  return result;
}

async function burstUntilDone(
  next: () => Promise<LoadRequest>,
  work: { readonly isDone: boolean },
): Promise<void> {
  const { baseUrl } = server;
  while (!work.isDone) {
    const request = await next();
    const sequences = Array.from({ length: PARALLEL }, () => [request]);
    const { statuses } = await neighbour.measure({ baseUrl, sequences, concurrency: PARALLEL });
    if (request === NO_ROUTE) continue;
    for (const [status, count] of Object.entries(statuses)) {
      answered[status] = (answered[status] ?? 0) + count;
    }
  }
}

/** A wrong code for the new code of an identity. */
async function wrongCodes(token: string): Promise<LoadRequest> {
  await neighbour.run({ baseUrl: server.baseUrl, sequences: [[send(token)]], concurrency: 1 });
  return verify(token, '999999', null);
}

function send(token: string): LoadRequest {
  return { method: 'POST', path: PATH, token, status: 201 };
}

function verify(token: string, code: string, status: number | null): LoadRequest {
  return { method: 'PUT', path: PATH, token, body: JSON.stringify({ code }), status };
}

function statusesOf(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}: ${String(count)}`)
    .join(', ');
}

/** Milliseconds of a round's requests. */
interface Times {
  readonly middle: number;
  readonly slowest: number;
}

function medianTimes(results: readonly LoadResult[]): Times {
  return {
    middle: median(results.map(({ times }) => median(times))),
    slowest: median(results.map(({ times }) => Math.max(...times))),
  };
}

function linesOf(
  name: string,
  { middle, slowest }: Times,
  alone: Times,
): readonly (readonly [string, string])[] {
  const shown = (ms: number, aloneMs: number): string =>
    `${ms.toFixed(1)} ms (${ratio(ms, aloneMs)})`;
  return [
    [name, ''],
    ['  median request', shown(middle, alone.middle)],
    ['  slowest of 400', shown(slowest, alone.slowest)],
  ];
}
