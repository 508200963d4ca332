/** An event that a host defines, from its transaction to subscribers' handlers, and its description in the API. */
import { defineEvent, type NewEvent } from '@stepward/core';
import { createReceiver, type KnownEvent } from '@stepward/receiver';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EVENTS, type Tenant } from '../customer-api/harness/tenant.js';
import { emitInTransaction } from './harness/emit-in-transaction.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { subscribe } from './harness/subscription.js';

const events = {
  'invoice.paid': defineEvent({
    description: 'an invoice is paid in full',
    data: z.object({ id: z.string(), amount_cents: z.int().min(0) }),
    example: { id: 'inv_1', amount_cents: 4900 },
  }),
};
const PAID = { id: 'inv_1', amount_cents: 4900, note: 'thanks' };

/** The harness's host is not typed by the events that it is given. */
const invoicePaid = ({ tenantId }: Tenant) =>
  ({ type: 'invoice.paid', tenantId, data: PAID }) as unknown as NewEvent;

interface ListedEvent {
  readonly event_type: string;
  readonly data: unknown;
}

onEveryStorage(
  (host) => {
    const listed = async (tenant: Tenant, query: string): Promise<readonly ListedEvent[]> =>
      (await tenant.page<ListedEvent>(`${EVENTS}?${query}`)).data;

    it('reaches the subscribers of `invoice.*`, of its name and of `*`, and no others', async () => {
      const tenant = await host.tenant();
      const filters = [['invoice.*'], ['invoice.paid'], ['*'], ['user.*', 'mfa.*']];
      const sinks = await Promise.all(filters.map(() => openSink()));
      const subscriptions = [];
      for (const [index, event_types] of filters.entries()) {
        const url = sinks[index]?.url ?? '';
        // The host's events have no older name.
        subscriptions.push(await subscribe(tenant, url, { event_types, naming: 'legacy' }));
      }

      await emitInTransaction(host, invoicePaid(tenant));
      await openWorker(host).runOnce();

      expect(sinks.map(({ received }) => received.length)).toEqual([1, 1, 1, 0]);
      for (const [index, { received }] of sinks.slice(0, 3).entries()) {
        const secrets = [subscriptions[index]?.secret ?? ''];
        const receiver = createReceiver({ secrets, clock: host.clock, events });
        const handled: KnownEvent<typeof events>[] = [];
        for (const request of received) {
          await receiver.handle(request, {
            'invoice.paid': (event) => void handled.push(event),
          });
        }
        expect(handled).toMatchObject([{ eventType: 'invoice.paid', data: PAID }]);
      }
    });

    it('is listed, and found by its name', async () => {
      const tenant = await host.tenant();
      await emitInTransaction(host, invoicePaid(tenant));
      const found = await listed(tenant, 'type=invoice.paid');
      expect(found).toMatchObject([{ event_type: 'invoice.paid', data: PAID }]);
    });

    it('is among the known names where a filter asks for another', async () => {
      const tenant = await host.tenant();
      const refused = await tenant.get(`${EVENTS}?type=invoice.payed`);
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.text).errors).toMatchObject([
        { field: 'type', limit: expect.arrayContaining(['user.created', 'invoice.paid']) },
      ]);
    });

    it('is refused where its data does not fit, and nothing is listed', async () => {
      const tenant = await host.tenant();
      const refused = await host.stepward.events.emitUntyped({
        tenantId: tenant.tenantId,
        type: 'invoice.paid',
        data: { id: 'inv_1', amount_cents: -1 },
      });
      expect(refused._unsafeUnwrapErr()).toMatchObject({
        code: 'event_invalid',
        violations: [{ field: 'data.amount_cents', rule: 'type', value: -1 }],
      });
      expect(await listed(tenant, 'type=invoice.paid')).toEqual([]);
    });

    it('is in the OpenAPI document, with its schema and its example', async () => {
      const answer = await fetch(`${host.origin}/v1/openapi.json`);
      const { webhooks } = (await answer.json()) as {
        webhooks: Record<string, { post: { requestBody: { content: object } } }>;
      };
      expect(webhooks['invoice.paid']?.post).toMatchObject({
        summary: 'an invoice is paid in full',
      });
      expect(webhooks['invoice.paid']?.post.requestBody.content).toMatchObject({
        'application/json': {
          schema: { properties: { data: { required: ['id', 'amount_cents'] } } },
          example: { event_type: 'invoice.paid', data: { id: 'inv_1', amount_cents: 4900 } },
        },
      });
    });
  },
  { events },
);
