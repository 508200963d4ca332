/**
 * Makes each kind of failure, with two hosts and two workers, and prints what was seen: a table as in docs/operations/failures.md, and
 * below it what the log and the metrics said. Nothing may be lost, and no process may die.
 *
 * An argument selects the failures whose name contains it. The one of the full disk mounts a file system, as root on Linux; those of Redis
 * need `redis-server`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import { createKeyRing, createStepward, systemCaller } from '@stepward/core';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { createWebhookTargets } from '@stepward/webhooks';
import pg from 'pg';
import { FAILURES, stopRedis, type Failure } from './failures/failures.js';
import { createStage, type Seen } from './failures/stage.js';
import { TARGETS, TENANT } from './webhooks/webhook-world.js';

const HOSTS = 2;
const WORKERS = 2;
/** Until the workers have shared out the queue. */
const WARM_UP_MS = 12_000;
const DRAIN_SECONDS = 120;
/** The metrics are read once a second, and the queue is measured every 15. */
const SETTLE_MS = 17_000;
/** The metrics that a row shows if they are above what is usual. */
const USUAL: Readonly<Record<string, number>> = {
  'stepward.webhooks.queue.lag': 2,
  'stepward.webhooks.lease.age': 7,
  'stepward.webhooks.queue.late_tenants': 0,
  'stepward.webhooks.subscribers.paused': 0,
  'stepward.webhooks.subscribers.disabled': 0,
  'stepward.webhooks.shards.lost': 0,
  'stepward.keys.missing': 0,
};

const asked = process.argv[2] ?? '';
for (const [name, failure] of Object.entries(FAILURES)) {
  if (name.includes(asked)) await run(name, failure);
}

async function run(name: string, failure: Failure): Promise<void> {
  const disk = failure.needs === 'a disk of its own' ? mountDisk() : null;
  const redis = failure.needs === 'redis' ? await startRedis() : null;
  const before = process.env['TMPDIR'];
  if (disk !== null) process.env['TMPDIR'] = disk;
  const postgres = await startEmbeddedPostgres({ durable: true });
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  const stage = await createStage({ postgres, redisUrl: redis?.url ?? null });
  await subscribe(postgres.url, stage.receiverUrl);
  stage.answerAfter(failure.answerAfterMs ?? 0);
  for (let host = 0; host < HOSTS; host += 1) stage.start('host');
  for (let worker = 0; worker < (failure.workers ?? WORKERS); worker += 1) stage.start('worker');
  await Promise.all([...stage.hosts, ...stage.workers].map(({ isReady }) => isReady));
  await sleep(WARM_UP_MS);
  stage.look();
  const end = await failure.begin({ ...stage, redis: redis?.server ?? null, ownDisk: disk });
  await sleep(failure.seconds * 1_000);
  await end();
  stage.answerAfter(0);
  await sleep(SETTLE_MS);
  for (const host of stage.hosts) await host.kill('SIGKILL');
  for (let half = 0; half < DRAIN_SECONDS * 2; half += 1) {
    if (stage.arrivals.missing() === 0) break;
    await sleep(500);
  }
  print(name, stage.look(), stage.arrivals);
  if (stage.arrivals.missing() > 0) process.exitCode = 1;
  stage.stop();
  await postgres.stop();
  redis?.server.kill('SIGKILL');
  stopRedis();
  if (disk !== null) unmountDisk(disk);
}

function print(
  name: string,
  { answers, lines, metrics, died }: Seen,
  arrivals: Awaited<ReturnType<typeof createStage>>['arrivals'],
): void {
  const counts = [arrivals.stored(), arrivals.missing(), arrivals.arrived() - arrivals.distinct()];
  const told = [...metrics].filter(([metric, value]) => {
    const [, series = '', failed] = metric.split(' ');
    return failed === undefined || failed === 'delivered'
      ? value > (USUAL[series] ?? Infinity)
      : true;
  });
  if (died.length > 0) process.exitCode = 1;
  process.stdout.write(
    [
      `| ${name} | ${counts.join(' | ')} |`,
      `  died: ${died.join(', ') || 'none'}`,
      `  answers: ${listOf(answers)}`,
      ...[...lines].map(([line, count]) => `  log: ${line} × ${String(count)}`),
      ...told.map(([metric, value]) => `  metric: ${metric} ${value.toFixed(1)}`),
      '',
    ].join('\n'),
  );
}

function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([each, count]) => `${each} × ${String(count)}`).join(', ');
}

/** Stores a subscriber, an organisation and a person. */
async function subscribe(databaseUrl: string, receiverUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await migrate({ pool });
  const keys = createKeyRing({
    active: { id: 'webhooks-1', secret: Buffer.alloc(32, 'webhooks-1') },
  });
  const stepward = createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: { send: async () => ({ status: 'accepted' }) },
    codeKeys: keys,
    webhooks: { keys, targets: createWebhookTargets({ targets: TARGETS }) },
  });
  const input = { url: receiverUrl, event_types: ['user.*'] };
  (await stepward.subscribers.create(systemCaller(TENANT), input))._unsafeUnwrap();
  await stepward.organisations.put(TENANT, 'org-1');
  const person = { identityId: 'usr_1', state: 'active', phone: null, otherFactors: [] } as const;
  const identity = { ...person, backupCodesRemaining: 0, locale: null };
  (await stepward.identities.put(TENANT, identity))._unsafeUnwrap();
  await pool.end();
}

function mountDisk(): string {
  const directory = mkdtempSync(join(tmpdir(), 'stepward-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=1777', 'tmpfs', directory]);
  return directory;
}

function unmountDisk(directory: string): void {
  execFileSync('umount', [directory]);
  rmdirSync(directory);
}

async function startRedis(): Promise<{ readonly url: string; readonly server: ChildProcess }> {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const port = String((free.address() as AddressInfo).port);
  free.close();
  await once(free, 'close');
  const server = spawn('redis-server', ['--port', port, '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  await sleep(500);
  return { url: `redis://127.0.0.1:${port}`, server };
}
