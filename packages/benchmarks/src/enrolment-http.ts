/**
 * Send a code, verify it, over HTTP on Postgres: Stepward in Fastify as a host mounts it, against two floors behind two
 * bare Fastify routes (`http/floor-server.ts`), without and with a session that is read from Postgres at each request. One
 * floor is the least SQL that is still correct (`http/bare-floor.ts`), the other the least with the same promises
 * (`http/promises-floor.ts`). The ratio is Stepward's cycles a second over a floor's; the target is 0.7 of the second's.
 */
import { createHash, randomBytes } from 'node:crypto';
import { systemCaller } from '@stepward/core';
import { median, report, takeTurns } from './compare.js';
import { CODE, TENANT } from './http/bench-stepward.js';
import { CONCURRENCY, createBenchWorld } from './http/bench-world.js';
import { PATH } from './http/floor-server.js';
import type { LoadRequest } from './http/load.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { startServing, type ServingProcess } from './http/serving-processes.js';
import { SESSIONS } from './http/sessions.js';

/** Cycles of a round, each for a person of its own. */
const CYCLES = 2_000;

/** What one round took, per cycle. */
interface Cost {
  readonly ms: number;
  readonly statements: number;
  readonly hostCpuMs: number;
  /** Null where it cannot be read. */
  readonly postgresCpuMs: number | null;
}

const world = await createBenchWorld();
let people = 0;
try {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Bench', dailyBudget: null };
  const configured = await world.stepward.tenants.configure(systemCaller(TENANT), { sms });
  if (configured.isErr()) throw new Error(configured.error.code);
  await world.pool.query(SESSIONS);
  const postgresCpu = await postgresCpuOf(world.pool);

  for (const withSessions of [false, true]) {
    const shared = { databaseUrl: world.databaseUrl, connections: CONCURRENCY, withSessions };
    const bare = await startServing({ ...shared, side: 'bare' });
    const promises = await startServing({ ...shared, side: 'promises' });
    const stepward = await startServing({ ...shared, side: 'stepward' });
    const round = (server: ServingProcess) => async (): Promise<Cost> => {
      const tokens = await addPeople(withSessions);
      const [before, postgresBefore] = [await server.usage(), postgresCpu()];
      const ms = await run(server.baseUrl, tokens);
      const [after, postgresAfter] = [await server.usage(), postgresCpu()];
      return {
        ms: ms / CYCLES,
        statements: (after.statements - before.statements) / CYCLES,
        hostCpuMs: (after.cpuMs - before.cpuMs) / CYCLES,
        postgresCpuMs:
          postgresBefore === null || postgresAfter === null
            ? null
            : (postgresAfter - postgresBefore) / CYCLES,
      };
    };
    const sides = [bare, promises, stepward];
    const [ofBare = [], ofPromises = [], ofStepward = []] = await takeTurns(...sides.map(round));
    const title = withSessions ? 'with a session read at each request' : 'without sessions';
    report(`send a code, verify it, over HTTP on Postgres, ${title}`, [
      ...linesOf('the least SQL, two bare routes', ofBare),
      ...linesOf('the least SQL with the same promises', ofPromises),
      ...linesOf('Stepward', ofStepward),
      ['ratio to the floor with the same promises (target 0.7)', ratioOf(ofPromises, ofStepward)],
      ['ratio to the bare floor', ratioOf(ofBare, ofStepward)],
    ]);
    await Promise.all(sides.map((side) => side.stop()));
  }
} finally {
  await world.stop();
}

/** New people with a phone, and a session each where they are asked for; their tokens. */
async function addPeople(withSessions: boolean): Promise<readonly string[]> {
  const first = people;
  people += CYCLES;
  const numbers = Array.from({ length: CYCLES }, (_, index) => first + index);
  const ids = numbers.map((number) => `identity-${String(number)}`);
  const phones = numbers.map((number) => `+1415${String(5_000_000 + number)}`);
  const client = await world.pool.connect();
  try {
    await client.query(`begin; set local stepward.tenant_id = '${TENANT}'`);
    await client.query(
      `insert into stepward.identities (tenant_id, identity_id, state, phone, phone_verified,
         other_factors, backup_codes_remaining)
       select '${TENANT}', id, 'active', phone, true, '{}', 0 from unnest($1::text[], $2::text[]) as person (id, phone)`,
      [ids, phones],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  if (!withSessions) return ids;
  const tokens = ids.map(() => randomBytes(24).toString('base64url'));
  await world.pool.query(
    `insert into host_sessions select hash, '${TENANT}', id, now() + interval '1 day'
     from unnest($1::bytea[], $2::text[]) as session (hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), ids],
  );
  return tokens;
}

function run(baseUrl: string, tokens: readonly string[]): Promise<number> {
  const sequences = tokens.map((token): readonly LoadRequest[] => [
    { method: 'POST', path: PATH, token, status: 201 },
    { method: 'PUT', path: PATH, token, body: JSON.stringify({ code: CODE }), status: 200 },
  ]);
  return world.client.run({ baseUrl, sequences, concurrency: CONCURRENCY });
}

/** The rate of a side over the rate of its floor. */
function ratioOf(floor: readonly Cost[], side: readonly Cost[]): string {
  return (medianOf(floor, ({ ms }) => ms) / medianOf(side, ({ ms }) => ms)).toFixed(2);
}

function linesOf(name: string, costs: readonly Cost[]): readonly (readonly [string, string])[] {
  const seconds = (of: (cost: Cost) => number | null): string =>
    `${medianOf(costs, (cost) => of(cost) ?? Number.NaN).toFixed(2)} s`;
  return [
    [name, `${(1_000 / medianOf(costs, ({ ms }) => ms)).toFixed(0)} cycles/s`],
    ['  statements per cycle', medianOf(costs, ({ statements }) => statements).toFixed(1)],
    ['  processor time of the host, per 1,000 cycles', seconds(({ hostCpuMs }) => hostCpuMs)],
    ...(costs.every(({ postgresCpuMs }) => postgresCpuMs === null)
      ? []
      : [
          [
            '  processor time of Postgres, per 1,000 cycles',
            seconds(({ postgresCpuMs }) => postgresCpuMs),
          ] as const,
        ]),
  ];
}

function medianOf(costs: readonly Cost[], of: (cost: Cost) => number): number {
  return median(costs.map(of));
}
