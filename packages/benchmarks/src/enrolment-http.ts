/**
 * Enrol → verify → remove over HTTP on Postgres, against the very same SQL statements behind a bare
 * Fastify route, in alternating rounds. Both servers run in this process; the client is another. The ratio
 * is the bare route's time over Stepward's: 1 would mean that Stepward costs nothing but its statements;
 * the target is 0.8.
 */
import { systemCaller, type PhoneNumber } from '@stepward/core';
import { createBareServer } from './http/bare-server.js';
import { CODE, CONCURRENCY, createBenchWorld, TENANT } from './http/bench-world.js';
import { alternate, rate, ratio, report } from './compare.js';
import type { LoadRequest } from './http/load.js';
import type { RecordedStatement } from './http/recording-pool.js';

const PATH = '/v1/account/mfa/sms';
const STEPS = { POST: 0, PUT: 1, DELETE: 2 } as const;
const IDENTITIES = Array.from({ length: 600 }, (_, index) => `identity-${String(index)}`);

const world = await createBenchWorld();
try {
  await writeFixture();
  const recorded = await record();
  const stepward = await world.serveStepward();
  const bare = await world.serve(
    createBareServer(world.pool, PATH, ({ method, headers }) => {
      const step = STEPS[method as keyof typeof STEPS];
      const identity = String(headers.authorization).slice('Bearer '.length);
      const statements = recorded.get(identity)?.[step] ?? [];
      return { statements, status: step === 0 ? 201 : 200, body: { data: { status: 'done' } } };
    }),
  );
  const [bareMs, stepwardMs] = await alternate(
    () => run(bare),
    () => run(stepward),
  );
  const requests = IDENTITIES.length * 3;
  report('enrol, verify, remove over HTTP on Postgres', [
    ['bare route, same statements', rate(requests, bareMs)],
    ['Stepward', rate(requests, stepwardMs)],
    ['ratio (target 0.8)', ratio(bareMs, stepwardMs)],
  ]);
} finally {
  await world.stop();
}

async function writeFixture(): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Bench' };
  const configured = await world.stepward.tenants.configure(systemCaller(TENANT), { sms });
  if (configured.isErr()) throw new Error(configured.error.code);
  for (const [index, identityId] of IDENTITIES.entries()) {
    const number = `+1415${String(5_000_000 + index)}` as PhoneNumber;
    (
      await world.stepward.identities.put(TENANT, {
        identityId,
        state: 'active',
        phone: { number, verified: true },
        otherFactors: [],
        backupCodesRemaining: 0,
        locale: null,
      })
    )._unsafeUnwrap();
  }
}

/** Each identity's statements, step by step. */
async function record(): Promise<ReadonlyMap<string, readonly (readonly RecordedStatement[])[]>> {
  const recorded = new Map<string, (readonly RecordedStatement[])[]>();
  const recording = await world.serveStepward((statements) => {
    const identity = identityIn(statements);
    if (identity !== null) recorded.set(identity, [...(recorded.get(identity) ?? []), statements]);
  });
  await run(recording);
  return recorded;
}

function run(baseUrl: string): Promise<number> {
  world.nextDay();
  const sequences = IDENTITIES.map((token): readonly LoadRequest[] => [
    { method: 'POST', path: PATH, token, status: 201 },
    { method: 'PUT', path: PATH, token, body: JSON.stringify({ code: CODE }), status: 200 },
    { method: 'DELETE', path: PATH, token, status: 200 },
  ]);
  return world.client.run({ baseUrl, sequences, concurrency: CONCURRENCY });
}

/** The identity is a parameter of every statement that is about one. */
function identityIn(statements: readonly RecordedStatement[]): string | null {
  const values = statements.flatMap((statement) => statement.values ?? []).map(String);
  return values.find((value) => value.startsWith('identity-')) ?? null;
}
