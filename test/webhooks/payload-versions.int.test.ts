/** An event whose data changes: each subscriber gets the version that it has pinned, also while a host is upgraded. */
import { defineEvent, type EventDefinitions, type NewEvent } from '@stepward/core';
import { createReceiver, eventsAt } from '@stepward/receiver';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EVENTS, type Tenant } from '../customer-api/harness/tenant.js';
import { emitInTransaction } from './harness/emit-in-transaction.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import type { Sink } from './harness/sink.js';
import { subscribe } from './harness/subscription.js';

const FIRST = '2026-11-01';
const SECOND = '2027-02-01';

const first = z.strictObject({ id: z.string(), carrier: z.string().max(10) });
const second = z.strictObject({
  id: z.string(),
  carrier: z.strictObject({ name: z.string(), tracking: z.string() }),
});
const description = 'an order leaves the warehouse';

/** The events of the host before and after its upgrade. */
const before = {
  'order.shipped': defineEvent({
    ...{ description, versions: { [FIRST]: first }, down: {} },
    example: { id: 'ord_1', carrier: 'DHL' },
  }),
};
const events = {
  'order.shipped': defineEvent({
    ...{ description, versions: { [FIRST]: first, [SECOND]: second } },
    down: { [SECOND]: ({ id, carrier }) => ({ id, carrier: carrier.name }) },
    example: { id: 'ord_1', carrier: { name: 'DHL', tracking: '00340' } },
  }),
};
const SHIPPED = { id: 'ord_7', carrier: { name: 'UPS', tracking: '1Z' } };
const AS_FIRST = { id: 'ord_7', carrier: 'UPS' };

/** The harness's host is not typed by the events that it is given. */
const orderShipped = ({ tenantId }: Tenant, data: object = SHIPPED) =>
  ({ type: 'order.shipped', tenantId, data }) as unknown as NewEvent;

const received = (sink: Sink) =>
  sink.received.map(({ headers, body }) => {
    const { data } = JSON.parse(body.toString()) as { readonly data: unknown };
    return [headers['x-webhook-version'], data];
  });

onEveryStorage(
  (host) => {
    it('reaches each subscriber in the version that it has pinned, signed as it is sent', async () => {
      const tenant = await host.tenant();
      const [old, current] = [await openSink(), await openSink()];
      const pinned = await subscribe(tenant, old.url, { version: FIRST });
      const newest = await subscribe(tenant, current.url);
      expect(await newest.record()).toMatchObject({ version: SECOND });

      await emitInTransaction(host, orderShipped(tenant));
      await openWorker(host).runOnce();

      const receiving = async (
        sink: Sink,
        { secret }: { secret: string },
        of: EventDefinitions,
      ) => {
        const receiver = createReceiver({ secrets: [secret], clock: host.clock, events: of });
        const [request] = sink.received;
        return request && receiver.receive(request);
      };
      expect(await receiving(old, pinned, eventsAt(events, FIRST))).toMatchObject({
        ...{ type: 'accepted', event: { known: true, data: AS_FIRST } },
      });
      expect(await receiving(current, newest, events)).toMatchObject({
        ...{ type: 'accepted', event: { known: true, data: SHIPPED } },
      });
      expect([received(old), received(current)]).toEqual([
        [[FIRST, AS_FIRST]],
        [[SECOND, SHIPPED]],
      ]);
      const [listed] = (await tenant.page(`${EVENTS}?type=order.shipped`)).data;
      expect(listed).toMatchObject({ version: SECOND, data: SHIPPED });
    });

    it('is read as it was emitted, or in the version that is asked for', async () => {
      const tenant = await host.tenant();
      const read = async (data: object, query = '') => {
        const event = orderShipped(tenant, data);
        const { id } = (await host.stepward.events.emit(event))._unsafeUnwrap();
        const { status, text } = await tenant.get(`${EVENTS}/${id}${query}`);
        return [status, JSON.parse(text)] as const;
      };
      const inFirst = { version: FIRST, data: AS_FIRST };
      expect(await read(SHIPPED)).toMatchObject([200, { version: SECOND, data: SHIPPED }]);
      expect(await read(SHIPPED, `?version=${FIRST}`)).toMatchObject([200, inFirst]);
      expect(await read(SHIPPED, '?version=2000-01-01')).toMatchObject([200, inFirst]);
      expect(await read(SHIPPED, '?version=soon')).toMatchObject([400, {}]);
      const tooLong = { ...SHIPPED, carrier: { name: 'a carrier of the north', tracking: '1Z' } };
      expect(await read(tooLong, `?version=${FIRST}`)).toMatchObject([
        409,
        { reason: 'event_version_unavailable' },
      ]);
    });

    it('follows a change of the pin, for which there are only the versions of the events', async () => {
      const tenant = await host.tenant();
      const sink = await openSink();
      const { path } = await subscribe(tenant, sink.url);
      const refused = await tenant.patch(path, { version: '2027-01-01' });
      expect([refused.status, JSON.parse(refused.text).errors]).toEqual([
        400,
        [expect.objectContaining({ field: 'version', rule: 'one_of', limit: [FIRST, SECOND] })],
      ]);
      const worker = openWorker(host);
      for (const version of [FIRST, SECOND, null]) {
        expect((await tenant.patch(path, { version })).status).toBe(200);
        await emitInTransaction(host, orderShipped(tenant));
        await worker.runOnce();
      }
      expect(received(sink)).toEqual([
        [FIRST, AS_FIRST],
        [SECOND, SHIPPED],
        [FIRST, AS_FIRST],
      ]);
    });

    it('is never sent wrongly while old processes run, and is delivered by a new one', async () => {
      const tenant = await host.tenant();
      const [old, current] = [await openSink(), await openSink()];
      const pinned = await subscribe(tenant, old.url, { version: FIRST });
      await subscribe(tenant, current.url, { version: SECOND });
      const oldProcess = host.withEvents(before);
      (await oldProcess.events.emit(orderShipped(tenant, AS_FIRST)))._unsafeUnwrap();
      await emitInTransaction(host, orderShipped(tenant));

      await openWorker({ stepward: oldProcess, clock: host.clock }).runOnce();
      expect(received(old)).toEqual([[FIRST, AS_FIRST]]);
      expect(received(current).toSorted()).toEqual([
        [FIRST, AS_FIRST],
        [SECOND, SHIPPED],
      ]);
      const [waiting] = await pinned.deliveries('&status=pending');
      expect(await pinned.delivery(waiting?.id ?? '')).toMatchObject({
        attempts: [{ attempt: 1, status_code: null, failure: 'version_unknown' }],
      });

      host.clock.advance(6_000);
      await openWorker(host).runOnce();
      expect(received(old)).toEqual([
        [FIRST, AS_FIRST],
        [FIRST, AS_FIRST],
      ]);
    });
  },
  { events },
);
