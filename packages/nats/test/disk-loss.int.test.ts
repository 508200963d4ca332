/** JetStream is killed and its disk emptied while events are published. It needs `nats-server` in the path. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyRing, createStepward } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import { createRecordingSmsSender } from '@stepward/testing';
import { createDeliveryWorker } from '@stepward/webhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNatsSink } from '../src/index.js';
import { openPlace, type NatsPlace } from './nats-place.js';

const hasServer = spawnSync('nats-server', ['--version']).error === undefined;
const TENANTS = ['acme', 'globex', 'initech'];
const EACH = 150;

/** A server of the test's own, which may be killed and started again at the same address. */
async function createNatsServer() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = String((probe.address() as AddressInfo).port);
  probe.close();
  const disk = mkdtempSync(join(tmpdir(), 'nats-'));
  const emptyDisk = () => rmSync(disk, { recursive: true, force: true });
  let running: ChildProcess | null = null;

  async function kill(): Promise<void> {
    if (running === null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = null;
  }

  onTestFinished(async () => {
    await kill();
    emptyDisk();
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    start() {
      running = spawn('nats-server', ['-a', '127.0.0.1', '-p', port, '-js', '-sd', disk]);
    },
    kill,
    emptyDisk,
  };
}

/** The numbers of the events of each tenant, in the order of the stream. */
async function numbersIn({ read }: NatsPlace): Promise<Readonly<Record<string, number[]>>> {
  const numbers: Record<string, number[]> = {};
  for (const message of await read()) {
    const { data } = message.json<{ data: { id: string } }>();
    (numbers[message.headers?.get('Stepward-Tenant') ?? ''] ??= []).push(Number(data.id));
  }
  return numbers;
}

const patience = { timeout: 300_000, interval: 100 };

it.skipIf(!hasServer)(
  'nothing is lost when JetStream is killed and its disk emptied: what was not stored comes in its order, and a replay brings the rest, with the same ids',
  async () => {
    const server = await createNatsServer();
    server.start();
    const place = await vi.waitFor(() => openPlace(server.url), patience);
    const { connection, manager, stream, makeStream, read } = place;
    await makeStream({ storage: 'file' });

    const pool = (await testDatabase()).pool({ max: 6 });
    const storage = createPostgresStorage({ pool });
    const codeKeys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
    const smsSender = createRecordingSmsSender();
    const { outbox, events, handlers } = createStepward({ storage, smsSender, codeKeys });
    const worker = createDeliveryWorker({
      ...{ outbox, purgeMs: null, pollMs: 50 },
      sender: { send: () => Promise.reject(new Error('there are no webhooks')) },
      sinks: [{ name: 'nats', sink: createNatsSink({ connection, stream, subject: stream }) }],
    });
    onTestFinished(() => worker.stop());
    worker.start();
    await vi.waitFor(async () => expect(await handlers.list()).toHaveLength(1), patience);

    const ids = new Set<string>();
    const emit = async (number: number): Promise<void> => {
      for (const tenantId of TENANTS) {
        const data = { id: String(number), deleted_at: '2026-01-01T00:00:00.000Z' };
        const emitted = await events.emit({ type: 'user.deleted', tenantId, data });
        ids.add(`${tenantId}:${emitted._unsafeUnwrap().id}`);
      }
    };
    const stored = async (): Promise<number> => (await manager.streams.info(stream)).state.messages;

    for (let number = 0; number < EACH / 2; number += 1) await emit(number);
    await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(10), patience);
    const before = await numbersIn(place);
    await server.kill();
    server.emptyDisk();
    for (let number = EACH / 2; number < EACH; number += 1) await emit(number);
    server.start();
    await vi.waitFor(() => makeStream({ storage: 'file' }), patience);

    const expected = Array.from({ length: EACH }, (_, number) => number);
    const waiting = async (tenantId: string): Promise<number> => {
      const page = await handlers.deliveries(tenantId, 'sink.nats', { status: 'pending' });
      return page.items.length;
    };
    await vi.waitFor(async () => {
      expect(await Promise.all(TENANTS.map(waiting))).toEqual([0, 0, 0]);
      expect(await stored()).toBeGreaterThanOrEqual((TENANTS.length * EACH) / 2);
    }, patience);
    const after = await numbersIn(place);
    for (const tenantId of TENANTS) {
      const [first = 0] = after[tenantId] ?? [];
      expect(after[tenantId]).toEqual(expected.slice(first));
      expect(before[tenantId]).toEqual(expected.slice(0, before[tenantId]?.length));
    }

    for (const tenantId of TENANTS) {
      const { count, rest } = await handlers.replay(tenantId, 'sink.nats');
      expect([count, rest]).toEqual([EACH, null]);
    }
    await vi.waitFor(async () => expect(await stored()).toBe(TENANTS.length * EACH), patience);
    const messageIds = (await read()).map(({ headers }) => headers?.get('Nats-Msg-Id'));
    expect(new Set(messageIds)).toEqual(ids);
  },
);
