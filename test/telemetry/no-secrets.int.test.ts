import { createKeyRing, systemCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createTelemetry } from '@stepward/opentelemetry';
import { createPostgresStorage } from '@stepward/postgres';
import { createDeliveryWorker } from '@stepward/webhooks';
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { createRecorder, type RecordedSpan } from '../../packages/opentelemetry/test/recorder.js';
import { readPage } from '../docs/pages.js';
import { findLeaks } from '../log-scan/find-leaks.js';
import {
  IDENTITY_ID,
  PHONE,
  SESSION_ID,
  startTracedService,
  TENANT_ID,
  TOKEN,
} from './traced-service.js';

const PASSWORD = 'correct horse battery staple';
const URL_OF_SUBSCRIBER = 'https://hooks.test/path?key=secret-of-the-subscriber';

describe('spans and metrics of every kind', async () => {
  const recorder = createRecorder();
  const { tracer, meter } = recorder;
  const telemetry = createTelemetry({ tracer, meter });
  const pool = (await testDatabase()).pool({ max: 4 });
  const storage = createPostgresStorage({ pool: telemetry.postgresPool(pool) });
  const service = await startTracedService(recorder, telemetry, storage);
  const { secrets, codes } = await useEverything();
  const spans = recorder.spans().flatMap(withDescendants);
  const metrics = await recorder.metrics();

  // standard: asvs/14.2.3, asvs/16.2.5
  it('hold no code, phone number, token, secret, person, session, tenant or URL', () => {
    const known = { codes: new Set(codes), texts: new Set(secrets) };
    const reported = spans.map(({ children: _, ...span }) => span);
    const measured = metrics.map(([name, unit, attributes]) => ({ name, unit, attributes }));
    expect([codes.length, secrets.length]).toEqual([3, 24]);
    expect(findLeaks(JSON.stringify([reported, measured]), known)).toEqual([]);
  });

  it('are those that the page on telemetry lists, with these attributes', () => {
    const page = readPage('docs/telemetry.md');
    const ownSpans = spans.map(({ name }) => name.split(' ')[0] ?? '');
    const names = ownSpans.filter((name) => name.startsWith('stepward.'));
    const attributes = [
      ...spans.map((span) => span.attributes),
      ...metrics.map(([, , each]) => each),
    ];
    const words = new Set([
      ...names,
      ...metrics.map(([name]) => name),
      ...attributes.flatMap((each) => Object.keys(each)),
    ]);
    const listed = new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, word = '']) => word));
    expect([...words].toSorted()).toEqual([...listed].toSorted());
  });

  /** Runs what reports, and gives the secrets and the names of people that it came by. */
  async function useEverything() {
    const { stepward, sms, clock, call } = service;
    const manager = systemCaller(TENANT_ID);
    const session = { tenantId: TENANT_ID, sessionId: SESSION_ID };

    await call('POST', '/account/mfa/sms');
    await call('PUT', '/account/mfa/sms', { code: '000000' });
    await call('PUT', '/account/mfa/sms', { code: sms.lastCode(PHONE) });
    const totp = await call('POST', '/account/mfa/totp');
    const recovery = await call('POST', '/account/mfa/recovery-codes');
    clock.advance(3_600_000);
    sms.behave('refused');
    await call('PUT', '/account/phone', { phone_number: '+14155550188' });
    sms.behave('accepted');
    clock.advance(3_600_000);
    const asked = await stepward.stepUp.challenge({ ...session, identityId: IDENTITY_ID });
    const verified = await stepward.stepUp.verify(session, sms.lastCode(PHONE));
    const owner = { tenantId: TENANT_ID, identityId: IDENTITY_ID, organisationId: null };
    const checked = await stepward.passwords.check(PASSWORD, owner);
    expect([asked, verified, checked].map((result) => result.isOk())).toEqual([true, true, false]);
    const scopes = ['settings:read', 'webhooks:read'];
    const key = (await stepward.apiKeys.create(manager, { name: 'ci', scopes }))._unsafeUnwrap();
    // So that it is younger than the events before, which are not dispatched yet.
    clock.advance(1);
    const input = { url: URL_OF_SUBSCRIBER, event_types: ['*'] };
    const subscriber = (await stepward.subscribers.create(manager, input))._unsafeUnwrap();
    const managementKey = key.secret.reveal();
    await call('GET', `/customer/webhooks/${subscriber.subscriber.id}`, undefined, managementKey);
    await call('GET', '/account/mfa', undefined, 'a-token-of-nobody');
    const data = { id: IDENTITY_ID, deleted_at: '2026-01-10T12:00:00.000Z' };
    const event = { type: 'user.deleted', tenantId: TENANT_ID, data } as const;
    await inTransaction((tx) => stepward.events.emit(event, { tx }));
    await deliver();
    await stepward.smsReceipts.record('twilio', [{ messageId: 'SM1', status: 'delivered' }]);
    await failWith(`no statement for ${PHONE}`);
    await stepward.purge();

    const shown = recovery.body.data?.['codes'] as readonly string[];
    return {
      codes: ['000000', ...sms.sent.flatMap(({ body }) => body.match(/\b[0-9]{6}\b/g) ?? [])],
      secrets: [
        ...[TOKEN, 'a-token-of-nobody', PHONE.slice(1), IDENTITY_ID, SESSION_ID, TENANT_ID],
        ...[PASSWORD, URL_OF_SUBSCRIBER, 'hooks.test', 'secret-of-the-subscriber', managementKey],
        ...[subscriber.secret.reveal(), subscriber.subscriber.id, ...shown],
        String(totp.body.data?.['secret']),
      ],
    };
  }

  async function inTransaction(work: (client: PoolClient) => PromiseLike<unknown>): Promise<void> {
    const client = await pool.connect();
    await client.query('begin');
    await work(client);
    await client.query('commit');
    client.release();
  }

  async function deliver(): Promise<void> {
    let attempts = 0;
    const sender = telemetry.webhookSender({
      async send() {
        attempts += 1;
        return attempts === 1
          ? { type: 'failed', reason: 'timed_out' }
          : { type: 'answered', status: 204, retryAfter: null, body: PASSWORD };
      },
    });
    const { clock, stepward } = service;
    const metrics = telemetry.webhookMetrics;
    const handle = (): never => {
      throw new Error(PASSWORD);
    };
    const handlers = [{ name: 'mail', events: ['user.deleted'], handle }];
    const sinks = [{ name: 'bus', sink: { publish: handle } }];
    const { outbox } = stepward;
    const worker = createDeliveryWorker({ outbox, sender, metrics, handlers, sinks, clock });
    await worker.runOnce();
    clock.advance(60_000);
    await worker.runOnce();
    const { lagMs, counts } = await stepward.outbox.queueState({ counts: true });
    metrics.queueLag(lagMs);
    metrics.queueCounts(counts);
    metrics.sinkLag('bus', 1_000);
    metrics.lost(1);
    const { active, byId } = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32) } });
    expect(telemetry.keyRing({ active, byId }, 'codes').byId.get('k0')).toBeUndefined();
    telemetry.requestLimitMetrics.counted({ durationMs: 500, failure: 'timed_out' });
    expect(attempts).toBe(2);
  }

  /** Fails a unit of work and a statement with a message and a detail that hold the text. */
  async function failWith(text: string): Promise<void> {
    const measured = telemetry.storage(storage);
    const failing = measured.run({ tenantId: TENANT_ID }, async ({ transaction }) => {
      await transaction.query('select $1::int', [text]);
      throw new Error('unreachable');
    });
    await expect(failing).rejects.toThrow(text);
  }
});

function withDescendants(span: RecordedSpan): readonly RecordedSpan[] {
  return [span, ...span.children.flatMap(withDescendants)];
}
