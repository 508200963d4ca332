/** A stream over sockets, mounted in Fastify, with subscribers and deliveries in SQLite. */
import { createKeyRing, createStepward } from '@stepward/core';
import { stepwardFastify } from '@stepward/fastify';
import { createOpaqueTokenAuthenticator } from '@stepward/http';
import { createSqliteStorage } from '@stepward/sqlite';
import { createDeliveryWorker } from '@stepward/webhooks';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { createMemoryStreams, createSharedSignals } from '../src/index.js';
import { rsaKey, type Body } from './ssf-world.js';

const database = new Database(':memory:');
const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
const targets = { check: async () => 'allowed' as const };
const sender = {
  send: async () => ({ type: 'answered', status: 500, retryAfter: null, body: '' }) as const,
};
const storage = createSqliteStorage({ database });
const stepward = createStepward({ storage, codeKeys: keys, webhooks: { keys, targets } });
const signals = createSharedSignals({
  ...{ stepward, keys, targets, sender },
  issuer: 'http://localhost/ssf',
  storage: createMemoryStreams(),
  accessTokens: createOpaqueTokenAuthenticator(async () => ({
    ...{ tenantId: 'acme', identityId: 'sp-1', scopes: ['ssf.manage'] },
  })),
  signingKeys: { active: { id: '2026-11', key: rsaKey } },
});
const destinations = [signals.destination];
const worker = createDeliveryWorker({ outbox: stepward.outbox, sender, destinations });
const app = Fastify();
await app.register(stepwardFastify, { api: signals.api });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

afterAll(async () => {
  await app.close();
  database.close();
});

async function post(path: string, body: object): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${origin}/ssf/acme${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text || '{}') as Body };
}

it('a stream is created, verified, polled and acknowledged', async () => {
  await storage.ready();
  const created = await post('/streams', { delivery: { method: 'urn:ietf:rfc:8936' } });
  expect(created.status).toBe(201);
  const { stream_id } = created.body;
  expect((await post('/verify', { stream_id, state: 'a-state' })).status).toBe(204);
  const data = { id: 'ses_1', identity_id: 'usr_1', revoked_at: '2026-01-01T00:00:00.000Z' };
  const emitted = await stepward.events.emit({ type: 'session.revoked', tenantId: 'acme', data });
  emitted._unsafeUnwrap();
  await worker.runOnce();

  const polled = await post(`/streams/${stream_id}/poll`, {});
  const ack = Object.keys(polled.body.sets);
  expect(ack).toHaveLength(2);
  const rest = { ack, returnImmediately: true };
  expect((await post(`/streams/${stream_id}/poll`, rest)).body).toEqual({ sets: {} });
  const [subscriber] = (await stepward.subscribers.list('acme')).items;
  const { items } = (await stepward.deliveries.list('acme', subscriber!.id))._unsafeUnwrap();
  expect(items.map(({ status }) => status)).toEqual(['delivered']);
});
