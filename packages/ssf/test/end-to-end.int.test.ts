/** A stranger who knows an issuer and has a token: over sockets, with streams and events in Postgres. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createKeyRing, createStepward, systemCaller, type PhoneNumber } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { stepwardExpress } from '@stepward/express';
import { createOpaqueTokenAuthenticator } from '@stepward/http';
import { createPostgresStorage } from '@stepward/postgres';
import { createFixedClock, createRecordingSmsSender, quickStretch } from '@stepward/testing';
import {
  createDeliveryWorker,
  createWebhookSender,
  createWebhookTargets,
  type TargetOptions,
} from '@stepward/webhooks';
import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { createSharedSignals } from '../src/index.js';
import { createPostgresStreams, migrateStreams } from '../src/postgres/index.js';
import { CAEP, POLL, PUSH, rsaKey, type Body, type Claims } from './ssf-world.js';

const targets: TargetOptions = { allow: ['127.0.0.1/32'], allowHttp: ['127.0.0.1/32'] };
const resolve = async () => ['127.0.0.1'];

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const database = await testDatabase();
const pool = database.pool({ max: 8 });
await migrateStreams({ pool });

const app = express();
const origin = await listen(createServer(app));
const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
const clock = createFixedClock();
const smsSender = createRecordingSmsSender();
const stepward = createStepward({
  ...{ storage: createPostgresStorage({ pool }), smsSender, codeKeys: keys, clock },
  ...{
    stretch: quickStretch,
    webhooks: { keys, targets: createWebhookTargets({ targets, resolve }) },
  },
});
const sender = createWebhookSender({ targets, resolve });
afterAll(() => sender.close());

const signals = createSharedSignals({
  ...{ stepward, keys, sender, clock },
  issuer: `${origin}/ssf`,
  storage: createPostgresStreams({ pool }),
  accessTokens: createOpaqueTokenAuthenticator(async (token) =>
    token === 'a-token' ? { tenantId: 'acme', identityId: 'sp-1', scopes: ['ssf.manage'] } : null,
  ),
  signingKeys: { active: { id: '2026-11', key: rsaKey } },
  targets: createWebhookTargets({ targets, resolve }),
});
app.use(stepwardExpress(signals.api));
const worker = createDeliveryWorker({
  ...{ outbox: stepward.outbox, sender, clock, purgeMs: null },
  destinations: [signals.destination],
});

/** The receiver: it trusts what the issuer publishes, and answers as RFC 8935 says. */
const received: Claims[] = [];
const receiver = await listen(
  createServer((request, response) => {
    void text(request).then(async (token) => {
      try {
        const isOurs = request.headers.authorization === 'Bearer receiver';
        if (!isOurs || request.headers['content-type'] !== 'application/secevent+jwt')
          throw new Error();
        received.push(await verified(token));
        response.writeHead(202).end();
      } catch {
        response.writeHead(400).end('{"err":"authentication_failed"}');
      }
    });
  }),
);

const issuer = `${origin}/ssf/acme`;
const discovered = (await (
  await fetch(`${origin}/.well-known/ssf-configuration/ssf/acme`)
).json()) as Readonly<Record<string, string>>;

async function verified(token: string): Promise<Claims> {
  const keySet = createRemoteJWKSet(new URL(discovered['jwks_uri'] ?? ''));
  const checks = { issuer, audience: 'sp-1', typ: 'secevent+jwt', currentDate: clock.now() };
  return (await jwtVerify<Claims>(token, keySet, checks)).payload;
}

async function post(url: string, body: object): Promise<Body | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.status === 204 ? null : ((await response.json()) as Body);
}

it('a receiver gets by push and by poll that a factor was enrolled, and that a session ended', async () => {
  expect(discovered['issuer']).toBe(issuer);
  const endpoint = discovered['configuration_endpoint'] ?? '';
  const delivery = {
    method: PUSH,
    endpoint_url: receiver,
    authorization_header: 'Bearer receiver',
  };
  const pushed = (await post(endpoint, { delivery }))!;
  const polled = (await post(endpoint, { delivery: { method: POLL } }))!;

  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  (await stepward.tenants.configure(systemCaller('acme'), { sms }))._unsafeUnwrap();
  const put = await stepward.identities.put('acme', {
    ...{ identityId: 'ada', state: 'active', locale: null, otherFactors: [] },
    ...{
      phone: { number: '+14155552671' as PhoneNumber, verified: true },
      backupCodesRemaining: 0,
    },
  });
  put._unsafeUnwrap();
  const ada = { tenantId: 'acme', identityId: 'ada', assurance: null };
  (await stepward.enrolments.start(ada))._unsafeUnwrap();
  (await stepward.enrolments.verify(ada, smsSender.lastCode('+14155552671')))._unsafeUnwrap();
  clock.advance(1_000);
  const revoked = { id: 'ses_1', identity_id: 'ada', revoked_at: clock.now().toISOString() };
  const type = 'session.revoked';
  (await stepward.events.emit({ type, tenantId: 'acme', data: revoked }))._unsafeUnwrap();
  await worker.runOnce();

  const sets = async () => Object.values((await post(polled.delivery.endpoint_url, {}))!.sets);
  const got = await Promise.all((await sets()).map(verified));
  const typesOf = (payloads: readonly Claims[]) =>
    payloads.flatMap(({ events }) => Object.keys(events)).toSorted();
  const types = [`${CAEP}credential-change`, `${CAEP}session-revoked`];
  expect(typesOf(got)).toEqual(types);
  expect(typesOf(received)).toEqual(types);
  expect(received.map(({ txn }) => txn).toSorted()).toEqual(got.map(({ txn }) => txn).toSorted());
  const ids = [...received, ...got].map(({ jti }) => jti);
  expect(new Set(ids).size).toBe(4);

  const verification = { stream_id: pushed.stream_id, state: 'are-you-there' };
  await post(discovered['verification_endpoint'] ?? '', verification);
  await worker.runOnce();
  expect(received.at(-1)).toMatchObject({
    sub_id: { format: 'opaque', id: pushed.stream_id },
    events: {
      'https://schemas.openid.net/secevent/ssf/event-type/verification': { state: 'are-you-there' },
    },
  });
});

it('the authorization of a receiver is not in the database as it is', async () => {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local stepward.tenant_id = 'acme'`);
    const { rows } = await client.query('select stream from stepward_ssf.streams');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('Bearer');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
