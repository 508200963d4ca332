/**
 * Enrol → verify → remove over HTTP on Postgres, against the very same SQL statements behind a bare
 * Fastify route. Both servers run in this process, one after the other in alternating rounds; the client
 * is a process of its own. The ratio is bare time over Stepward's: 1 would mean that Stepward costs
 * nothing but its statements; the target is 0.8. Tokens are opaque, for the bare route checks none either.
 */
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import {
  createKeyRing,
  createStepward,
  systemCaller,
  systemRandom,
  type PhoneNumber,
  type SmsSender,
  type Stepward,
} from '@stepward/core';
import { startPostgres } from '@stepward/dev-postgres';
import { stepwardFastify } from '@stepward/fastify';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { fastify, type FastifyInstance } from 'fastify';
import pg from 'pg';
import { createRecordingPool, type RecordedStatement } from './http/recording-pool.js';
import { startLoadClient } from './http/run-load.js';

const TENANT = 'bench';
const CODE = '000042';
const IDENTITIES = Array.from({ length: 600 }, (_, index) => `identity-${String(index)}`);
const CONCURRENCY = 16;
const ROUNDS = 7;

/** Ahead by a day and an hour each round, so that no budget is ever spent. */
let now = new Date();
const clock = { now: () => now, deadline: (ms: number) => AbortSignal.timeout(ms) };
const nextDay = (): void => {
  now = new Date(now.getTime() + 25 * 3_600_000);
};

const sender: SmsSender = { send: () => Promise.resolve({ status: 'accepted' }) };

const postgres = await startPostgres();
const pool = new pg.Pool({ connectionString: postgres.url, max: CONCURRENCY });
pool.on('error', () => undefined);
await migrate({ pool });

const recorded = new Map<string, (readonly RecordedStatement[])[]>();
const recordingPool = createRecordingPool(pool, (statements) => {
  const identity = identityIn(statements);
  if (identity !== null) recorded.set(identity, [...(recorded.get(identity) ?? []), statements]);
});

const servers: FastifyInstance[] = [];
const client = startLoadClient();
try {
  await createStepwardOver(pool).then(writeFixture);
  const recording = await listen(await stepwardServer(createStepwardOver(recordingPool)));
  await run(recording);

  const stepward = await listen(await stepwardServer(createStepwardOver(pool)));
  const bare = await listen(bareServer());
  await run(stepward);
  await run(bare);

  const times = { stepward: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await run(bare));
    times.stepward.push(await run(stepward));
  }
  report(median(times.stepward), median(times.bare));
} finally {
  client.stop();
  await Promise.all(servers.map((server) => server.close()));
  await pool.end();
  await postgres.stop();
}

function run(baseUrl: string): Promise<number> {
  nextDay();
  return client.run({ baseUrl, identities: IDENTITIES, concurrency: CONCURRENCY, code: CODE });
}

function createStepwardOver(database: Pick<pg.Pool, 'connect' | 'on'>): Promise<Stepward> {
  return Promise.resolve(
    createStepward({
      storage: createPostgresStorage({ pool: database }),
      smsSender: sender,
      codeKeys: createKeyRing({ active: { id: 'bench', secret: randomBytes(32) } }),
      clock,
      random: { ...systemRandom, integer: () => Number(CODE) },
    }),
  );
}

async function writeFixture(stepward: Stepward): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Bench' };
  const configured = await stepward.tenants.configure(systemCaller(TENANT), { sms });
  if (configured.isErr()) throw new Error(configured.error.code);
  for (const [index, identityId] of IDENTITIES.entries()) {
    const number = `+1415${String(5_000_000 + index)}` as PhoneNumber;
    await stepward.identities.put(TENANT, {
      identityId,
      state: 'active',
      phone: { number, verified: true },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    });
  }
}

async function stepwardServer(building: Promise<Stepward>): Promise<FastifyInstance> {
  const stepward = await building;
  const accessTokens = createOpaqueTokenAuthenticator((token) =>
    Promise.resolve({ tenantId: TENANT, identityId: token }),
  );
  const app = fastify();
  await app.register(stepwardFastify, { api: createHttpApi({ stepward, accessTokens }) });
  return app;
}

/** Does what was recorded for the identity and the step, and nothing else. */
function bareServer(): FastifyInstance {
  const app = fastify();
  const steps = { POST: 0, PUT: 1, DELETE: 2 } as const;
  app.route({
    method: ['POST', 'PUT', 'DELETE'],
    url: '/v1/account/mfa/sms',
    handler: async (request, reply) => {
      const identity = String(request.headers.authorization).slice('Bearer '.length);
      const step = steps[request.method as keyof typeof steps];
      const connection = await pool.connect();
      try {
        for (const statement of recorded.get(identity)?.[step] ?? []) {
          await connection.query({ ...statement });
        }
      } finally {
        connection.release();
      }
      return reply.code(step === 0 ? 201 : 200).send({ data: { status: 'done' } });
    },
  });
  return app;
}

async function listen(app: FastifyInstance): Promise<string> {
  servers.push(app);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The identity is a parameter of every statement that is about one. */
function identityIn(statements: readonly RecordedStatement[]): string | null {
  const values = statements.flatMap((statement) => statement.values ?? []).map(String);
  return values.find((value) => value.startsWith('identity-')) ?? null;
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? NaN;
}

function report(stepwardMs: number, bareMs: number): void {
  const perSecond = (ms: number): string =>
    String(Math.round((IDENTITIES.length * 3 * 1_000) / ms));
  process.stdout.write(
    [
      `enrol, verify, remove over HTTP on Postgres (${cpus()[0]?.model ?? 'cpu'}, Node ${process.version})`,
      `  bare route, same statements: ${perSecond(bareMs)} requests/s`,
      `  Stepward:                    ${perSecond(stepwardMs)} requests/s`,
      `  ratio:                       ${(bareMs / stepwardMs).toFixed(2)} (target 0.8)`,
      '',
    ].join('\n'),
  );
}
