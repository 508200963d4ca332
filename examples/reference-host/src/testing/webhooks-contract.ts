import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createReceiver } from '@stepward/receiver';
import { afterAll, describe, expect, it } from 'vitest';
import { createDemoClient } from './demo-client.js';
import type { HostProcess } from './host-process.js';

/** A delivery as `GET /demo/webhooks` shows it. */
interface ShownWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly event_type: string;
    readonly idempotency_key: string;
    readonly data: { readonly id?: string };
  };
  readonly verified: boolean;
}

const DELETED = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' };

/** The webhooks of the demo: its own subscriber, its worker, and registered subscribers. */
export function describeWebhooks({ report }: HostProcess): void {
  const { customer, demo } = createDemoClient(report);
  const key = report.tenants[0]?.management_key ?? '';

  const emit = (event_type = 'user.deleted', data: unknown = DELETED) =>
    demo('POST', '/demo/events', { tenant_id: 'acme', event_type, data });
  const emitted = async (): Promise<string> => {
    const { status, body } = await emit();
    expect(status).toBe(202);
    return body.idempotency_key;
  };
  const received = async (): Promise<readonly ShownWebhook[]> =>
    (await demo('GET', '/demo/webhooks')).body;
  const shown = async (id: string): Promise<readonly ShownWebhook[]> =>
    (await received()).filter(({ body }) => body.idempotency_key === id);
  const setWorker = async (running: boolean): Promise<void> => {
    const answer = await demo('POST', '/demo/worker', { running });
    expect(answer).toEqual({ status: 200, body: { running } });
  };

  /** A subscriber of acme with its own server, registered with the management key. */
  async function subscribe(fields: object = {}, status = 204) {
    const requests: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        requests.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const created = await customer(key, 'POST', '/webhooks', { url, ...fields });
    expect(created.status).toBe(201);
    return { requests, ...(created.body as { readonly id: string; readonly secret: string }) };
  }

  describe('webhooks', () => {
    it('an event that is emitted arrives at the demo’s own subscriber, verified', async () => {
      const answer = await emit();
      expect(answer).toEqual({
        status: 202,
        body: {
          idempotency_key: expect.any(String),
          event_type: 'user.deleted',
          duplicate: false,
        },
      });
      const { idempotency_key: id } = answer.body;
      await expect.poll(() => shown(id)).toHaveLength(1);
      const [webhook] = await shown(id);
      expect(webhook).toMatchObject({
        verified: true,
        headers: { 'x-webhook-event': 'user.deleted', 'x-webhook-source': 'demo' },
        body: { event_type: 'user.deleted', idempotency_key: id, data: DELETED },
      });
    });

    it('an event of the demo’s own arrives as well, and is in the OpenAPI document', async () => {
      const data = {
        id: 'inv_1',
        amount_cents: 4900,
        currency: 'EUR',
        paid_at: DELETED.deleted_at,
      };
      const { status, body } = await emit('invoice.paid', data);
      expect(status).toBe(202);
      await expect
        .poll(() => shown(body.idempotency_key))
        .toMatchObject([{ verified: true, body: { event_type: 'invoice.paid', data } }]);
      const misfit = await emit('invoice.paid', { ...data, currency: 'euros' });
      expect(misfit).toMatchObject({ status: 400, body: { code: 'event_invalid' } });
      const { webhooks } = (await demo('GET', '/v1/openapi.json')).body;
      expect(Object.keys(webhooks)).toContain('invoice.paid');
    });

    it('a delivery that is cut short does no harm to the demo’s own subscriber', async () => {
      const { data } = (await customer(key, 'GET', '/webhooks?limit=100')).body;
      const { url } = data.find((each: { description: string }) =>
        each.description.startsWith('The demo'),
      );
      const client = connect(Number(new URL(url).port), '127.0.0.1');
      client.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc').resume();
      await once(client, 'close');
      const id = await emitted();
      await expect.poll(() => shown(id)).toHaveLength(1);
    });

    it.each([
      ['an unknown type', 'user.exploded', DELETED, 'event_type_unknown'],
      ['a missing field', 'user.deleted', { id: 'usr_1' }, 'event_invalid'],
      ['a field of another kind', 'user.deleted', { ...DELETED, id: 1 }, 'event_invalid'],
      ['300 kB', 'user.deleted', { ...DELETED, id: 'x'.repeat(300_000) }, 'event_too_large'],
    ])(
      'an event with %s is a typed error, and nothing is delivered',
      async (_, type, data, code) => {
        const ofUsers = async () =>
          (await received()).filter(({ body }) => body.event_type === 'user.deleted');
        const before = (await ofUsers()).length;
        expect(await emit(type, data)).toMatchObject({ status: 400, body: { code } });
        // What is emitted after it has arrived: it would have arrived by then.
        const next = await emitted();
        await expect.poll(() => shown(next)).toHaveLength(1);
        expect(await ofUsers()).toHaveLength(before + 1);
      },
    );

    it.each([{}, { tenant_id: 'acme' }, { tenant_id: '', event_type: 'user.deleted' }])(
      'a body without tenant and type is refused: %j',
      async (body) => {
        expect((await demo('POST', '/demo/events', body)).status).toBe(400);
      },
    );

    it('while the worker is stopped nothing arrives, and once it is started everything does', async () => {
      await setWorker(false);
      const id = await emitted();
      const { data: waiting } = (await customer(key, 'GET', '/events?limit=1')).body;
      expect(waiting).toMatchObject([{ idempotency_key: id }]);
      expect(await shown(id)).toEqual([]);
      await setWorker(true);
      await expect.poll(() => shown(id)).toHaveLength(1);
      expect((await demo('POST', '/demo/worker', { running: 'yes' })).status).toBe(400);
    });

    it('a management key registers a subscriber on this machine, which gets and verifies events', async () => {
      const { requests, secret } = await subscribe({ event_types: ['user.*'], naming: 'legacy' });
      const id = await emitted();
      await expect.poll(() => requests).toHaveLength(1);
      const clock = await demo('POST', '/demo/clock', { advance_ms: 0 });
      const now = new Date(clock.body.now);
      const receiver = createReceiver({ secrets: [secret], clock: { now: () => now } });
      expect(await receiver.receive(requests[0]!)).toMatchObject({
        type: 'accepted',
        event: { eventType: 'user.deleted', idempotencyKey: id, data: DELETED },
      });
    });

    it('a subscriber of asymmetric signatures gets events that verify by the public keys of its tenant', async () => {
      const fields = { event_types: ['session.revoked'], signature: 'v1a' };
      const { requests, id } = await subscribe(fields);
      const tested = await customer(key, 'POST', `/webhooks/${id}/test`);
      expect(tested.status).toBe(202);
      await expect.poll(() => requests).toHaveLength(1);
      const clock = await demo('POST', '/demo/clock', { advance_ms: 0 });
      const verdictOf = (tenant: string) => {
        const jwksUrl = `${report.base_url}/.well-known/webhook-keys.json?tenant=${tenant}`;
        const now = new Date(clock.body.now);
        return createReceiver({
          secrets: [],
          publicKeys: { jwksUrl },
          clock: { now: () => now },
        }).receive(requests[0]!);
      };
      expect(await verdictOf('acme')).toMatchObject({
        type: 'accepted',
        event: { eventType: 'webhook.test' },
      });
      expect(await verdictOf('globex')).toMatchObject({ reason: 'signature_mismatch' });
      expect((await customer(key, 'DELETE', `/webhooks/${id}`)).status).toBe(200);
    });

    it('a subscriber on another machine has to be public, and is asked over https', async () => {
      for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'http://93.184.215.14/']) {
        const refused = await customer(key, 'POST', '/webhooks', { url });
        expect(refused).toMatchObject({ status: 400, body: { reason: 'subscriber_invalid' } });
      }
    });

    it('attempts follow the clock of the demo', async () => {
      const { requests, id } = await subscribe({ event_types: ['session.revoked'] }, 500);
      const data = { id: 'ses_1', identity_id: 'usr_1', revoked_at: '2026-01-01T00:00:00Z' };
      expect((await emit('session.revoked', data)).status).toBe(202);
      await expect.poll(() => requests).toHaveLength(1);
      const path = `/webhooks/${id}/deliveries/${String(requests[0]!.headers['x-webhook-id'])}`;
      const logged = async () => (await customer(key, 'GET', path)).body.attempts.length;
      // The first three delays of the schedule, with all the jitter that they may have.
      for (const [index, advance_ms] of [5_500, 330_000, 1_980_000].entries()) {
        // Only then is it known when the next attempt is due.
        await expect.poll(logged).toBe(index + 1);
        expect((await demo('POST', '/demo/clock', { advance_ms })).status).toBe(200);
        await expect.poll(() => requests).toHaveLength(index + 2);
      }
      expect(requests.map(({ headers }) => headers['x-webhook-attempt'])).toEqual([
        '1',
        '2',
        '3',
        '4',
      ]);
      expect((await customer(key, 'DELETE', `/webhooks/${id}`)).status).toBe(200);
    });

    it('creating a management key over HTTP emits an event', async () => {
      const made = await customer(key, 'POST', '/api-keys', { name: 'CI', scopes: ['logs:read'] });
      expect(made.status).toBe(201);
      const heard = async () => {
        const all = await received();
        return all.filter(({ body }) => body.data.id === made.body.id);
      };
      await expect
        .poll(heard)
        .toMatchObject([
          { verified: true, body: { event_type: 'api_key.created', data: { name: 'CI' } } },
        ]);
      expect(JSON.stringify(await heard())).not.toContain(made.body.key);
    });
  });
}
