/**
 * GET security-policy over HTTP on Postgres: against the very same SQL statements behind a bare Fastify
 * route (the bare route's time over Stepward's; target 0.8), and with 100,000 organisations in the tenant
 * against 10 (time over time; target at most 1.2). Alternating rounds; the client is another process.
 */
import { systemCaller } from '@stepward/core';
import { createBareServer } from './http/bare-server.js';
import { TENANT } from './http/bench-stepward.js';
import { CONCURRENCY, createBenchWorld } from './http/bench-world.js';
import { alternate, rate, ratio, report } from './compare.js';
import type { RecordedStatement } from './http/recording-pool.js';

const REQUESTS = 3_000;
const FEW = 10;
const MANY = 100_000;
const pathOf = (organisation: string): string =>
  `/v1/customer/organisations/${organisation}/security-policy`;

const world = await createBenchWorld();
try {
  await addOrganisations(1, FEW);
  const [statements, body] = await record();
  const stepward = await world.serveStepward();
  const bare = await world.serve(
    createBareServer(world.pool, pathOf(':organisation'), () => ({
      statements,
      status: 200,
      body,
    })),
  );
  const [bareMs, fewMs] = await alternate(
    () => run(bare, FEW),
    () => run(stepward, FEW),
  );
  await addOrganisations(FEW + 1, MANY);
  const [fewAgainMs, manyMs] = await alternate(
    () => run(stepward, FEW),
    () => run(stepward, MANY),
  );
  report('GET security-policy over HTTP on Postgres', [
    ['bare route, same statements', rate(REQUESTS, bareMs)],
    ['Stepward', rate(REQUESTS, fewMs)],
    ['ratio (target 0.8)', ratio(bareMs, fewMs)],
    [`among ${String(FEW)} organisations`, rate(REQUESTS, fewAgainMs)],
    [`among ${String(MANY)} organisations`, rate(REQUESTS, manyMs)],
    ['time over time (target at most 1.2)', ratio(manyMs, fewAgainMs)],
  ]);
} finally {
  await world.stop();
}

/** `org-1`, `org-2`, …, each with the overrides of `org-1`; written by SQL, for there are many. */
async function addOrganisations(first: number, last: number): Promise<void> {
  await world.stepward.organisations.put(TENANT, 'org-1');
  const change = {
    mfaEnforcement: 'required',
    passwordMinLength: 14,
    allowedFactors: ['totp', 'sms'],
  };
  const changed = await world.stepward.policies.update(systemCaller(TENANT), 'org-1', change);
  if (changed.isErr()) throw new Error(changed.error.code);
  const client = await world.pool.connect();
  try {
    await client.query(`begin; set local stepward.tenant_id = '${TENANT}'`);
    const numbers = [first, last];
    await client.query(
      `insert into stepward.organisations (tenant_id, organisation_id)
       select '${TENANT}', 'org-' || n from generate_series($1::int, $2::int) as n on conflict do nothing`,
      numbers,
    );
    await client.query(
      `insert into stepward.organisation_policies (tenant_id, organisation_id, overrides)
       select '${TENANT}', 'org-' || n, '${JSON.stringify(change)}'::jsonb
       from generate_series($1::int, $2::int) as n on conflict do nothing`,
      numbers,
    );
    await client.query('commit; analyze stepward.organisations, stepward.organisation_policies');
  } finally {
    client.release();
  }
}

/** The statements of one GET, and its answer. */
async function record(): Promise<readonly [readonly RecordedStatement[], object]> {
  let statements: readonly RecordedStatement[] = [];
  const recording = await world.serveStepward((transaction) => {
    statements = transaction;
  });
  const headers = { authorization: 'Bearer recorder' };
  const response = await fetch(recording + pathOf('org-1'), { headers });
  return [statements, (await response.json()) as object];
}

function run(baseUrl: string, organisations: number): Promise<number> {
  const sequences = Array.from({ length: REQUESTS }, (_, index) => {
    const number = 1 + ((index * 7_919) % organisations);
    const path = pathOf(`org-${String(number)}`);
    return [{ method: 'GET', path, token: 'administrator', status: 200 }] as const;
  });
  return world.client.run({ baseUrl, sequences, concurrency: CONCURRENCY });
}
