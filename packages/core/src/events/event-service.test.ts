import type { StoredEvent } from '../records/stored-event.js';
import { err, ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import {
  FIRST_PAGE,
  MANAGER,
  TENANT,
  createManagementHost,
  type ManagementHost,
} from '../../test/management-host.js';
import { key } from '../../test/fixtures.js';
import { createWebhookHost } from '../../test/webhook-host.js';
import type { Storage } from '../ports/storage.js';
import { createFixedClock, createMemoryStorage, createSeededRandom } from '@stepward/testing';
import { z } from 'zod';
import { createKeyRing } from '../shared/keys/key-ring.js';
import { createStepward } from '../stepward.js';
import { catalogue } from './catalogue/catalogue.js';
import { defineEvent } from './catalogue/define-event.js';
import { patternsMatching } from './catalogue/event-filter.js';
import { recordEvent } from './event-recorder-service.js';
import type { EventService } from './event-service.js';
import type { NewEvent } from './new-event.js';

const DATA = catalogue['organisation.deleted'].example;
const EVENT: NewEvent = { type: 'org.deleted', tenantId: TENANT, data: DATA };
const TX = { query: () => Promise.reject(new Error('none')) };

async function listed(host: ManagementHost, tenantId = TENANT): Promise<readonly StoredEvent[]> {
  const everything = { type: null, organisationId: null, since: null, until: null };
  return (await host.events.list(tenantId, everything, FIRST_PAGE)).items;
}

describe('emitting', () => {
  it('stores the event under its canonical name and queues it for those who want it', async () => {
    const host = await createWebhookHost();
    const meant = await host.subscribe({ event_types: ['organisation.*'] });
    const other = await host.subscribe({ event_types: ['user.*'] });

    const emitted = (await host.events.emit(EVENT))._unsafeUnwrap();
    await host.worker.dispatch();

    const { now } = host.clock;
    const data = JSON.stringify(DATA);
    const stored = {
      type: 'organisation.deleted',
      organisationId: null,
      data,
      emittedAt: now(),
      expiresAt: null,
      version: null,
    };
    expect(await listed(host)).toEqual([{ id: emitted.id, ...stored, dispatched: true }]);
    expect((await host.deliveriesOf(meant.id)).map(({ eventId }) => eventId)).toEqual([emitted.id]);
    expect(await host.deliveriesOf(other.id)).toEqual([]);
  });

  it('for a tenant that nobody configured stores the event, and it reaches no subscriber of another', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ event_types: ['*'] });
    const emitted = await host.events.emit({ ...EVENT, tenantId: 'not-configured' });
    await host.worker.dispatch();
    const stored = await listed(host, 'not-configured');
    expect(stored.map((event) => event.id)).toEqual([emitted._unsafeUnwrap().id]);
    expect([await listed(host), await host.deliveriesOf(id)]).toEqual([[], []]);
  });

  it('twice under one idempotency key stores one event, in each tenant its own', async () => {
    const host = await createManagementHost();
    const event = { ...EVENT, idempotencyKey: 'order-1' };
    const first = (await host.events.emit(event))._unsafeUnwrap();
    const again = (await host.events.emit(event))._unsafeUnwrap();
    expect(again).toEqual(first);
    expect((await host.events.emit({ ...event, tenantId: 'globex' })).isOk()).toBe(true);
    expect((await listed(host)).length).toBe(1);
    expect((await listed(host, 'globex')).length).toBe(1);
  });

  it('without a key gives each event an id of its own', async () => {
    const host = await createManagementHost();
    for (const emitting of [host.events.emit(EVENT), host.events.emit(EVENT)]) {
      expect((await emitting).isOk()).toBe(true);
    }
    expect(new Set((await listed(host)).map(({ id }) => id)).size).toBe(2);
  });

  const OUTCOMES = ['appended', 'not_in_transaction'] as const;
  it("inside the host's transaction hands the event to storage with that transaction", async () => {
    const calls: unknown[][] = [];
    const storage: Storage = {
      ...createMemoryStorage(),
      appendEvent: (...given) => {
        calls.push(given);
        return Promise.resolve(OUTCOMES[calls.length - 1]!);
      },
    };
    const host = await createManagementHost({ storage });

    const first = await host.events.emit(EVENT, { tx: TX });

    const event: unknown = expect.objectContaining({ id: first._unsafeUnwrap().id });
    const patterns = patternsMatching('organisation.deleted');
    const refused = (await host.events.emit(EVENT, { tx: TX }))._unsafeUnwrapErr();
    expect(refused).toEqual({ code: 'not_in_transaction' });
    expect(calls[0]).toEqual([TX, TENANT, { event, patterns, orderingKey: null }]);
    expect(await listed(host)).toEqual([]);
  });

  it.each<[Parameters<EventService['emitUntyped']>[0], string]>([
    [{ type: 'user.exploded', tenantId: TENANT, data: {} }, 'event_type_unknown'],
    [{ type: 'user.deleted', tenantId: TENANT, data: {} }, 'event_invalid'],
    [
      { type: 'org.deleted', tenantId: TENANT, data: { ...DATA, x: 'x'.repeat(300_000) } },
      'event_too_large',
    ],
  ])('what is wrong stores nothing, and touches no transaction: %#', async (event, code) => {
    const host = await createManagementHost();
    for (const options of [{}, { tx: TX }]) {
      const refused = await host.events.emitUntyped(event, options);
      expect(refused._unsafeUnwrapErr().code).toBe(code);
    }
    expect(await listed(host)).toEqual([]);
  });

  it.each(['', 'a b', "a'b", undefined, ['acme'], { toString: () => TENANT }])(
    'throws for the tenant %j, and stores nothing',
    async (wrong) => {
      const host = await createManagementHost();
      const event = { ...EVENT, tenantId: wrong as string };
      for (const options of [{}, { tx: TX }]) {
        await expect(host.events.emit(event, options)).rejects.toThrow('tenantId must be');
      }
      expect(await listed(host)).toEqual([]);
    },
  );

  it.each([['user.deleted'], { toString: () => 'user.deleted' }, 7, undefined])(
    'takes a type for a string, not for what reads as one: %j',
    async (type) => {
      const host = await createManagementHost();
      const event = { ...EVENT, type: type as unknown as string };
      const refused = await host.events.emitUntyped(event);
      expect(refused._unsafeUnwrapErr().code).toBe('event_type_unknown');
    },
  );
});

describe("Stepward's own events", () => {
  const wiring = { clock: createFixedClock(), random: createSeededRandom() };

  it('are committed, or rolled back, with the change that they report', async () => {
    const storage = createMemoryStorage();
    const host = await createManagementHost({ storage });
    for (const isRefused of [true, false]) {
      const done = await storage.run<string, string>({ tenantId: TENANT }, async (stores) => {
        await recordEvent(wiring, stores, EVENT);
        return isRefused ? err('no') : ok('done');
      });
      expect(done.isErr()).toBe(isRefused);
    }
    expect((await listed(host)).length).toBe(1);
  });

  it('throw where they are none', async () => {
    const storage = createMemoryStorage();
    const wrong = { ...EVENT, data: {} } as unknown as NewEvent;
    const recording = storage.run({ tenantId: TENANT }, async (stores) => {
      await recordEvent(wiring, stores, wrong);
      return ok(null);
    });
    await expect(recording).rejects.toThrow('not an event: event_invalid');
  });

  it('report management keys', async () => {
    const host = await createManagementHost();
    const made = await host.apiKeys.create(MANAGER, { name: 'CI', scopes: ['logs:read'] });
    const { key, secret } = made._unsafeUnwrap();
    const rotated = (await host.apiKeys.rotate(MANAGER, key.id))._unsafeUnwrap().key;
    (await host.apiKeys.revoke(MANAGER, rotated.id))._unsafeUnwrap();
    expect((await host.apiKeys.revoke(MANAGER, rotated.id)).isErr()).toBe(true);

    const events = await listed(host);

    const at = host.clock.now().toISOString();
    const { id, name, prefix, scopes } = key;
    const tellings = events.map(({ type, data }) => [type, JSON.parse(data)] as const);
    expect(tellings).toHaveLength(4);
    expect(tellings).toEqual(
      expect.arrayContaining([
        ['api_key.created', { id, name, prefix, scopes, created_at: at }],
        [
          'api_key.rotated',
          { id: rotated.id, previous_id: id, name, prefix: rotated.prefix, rotated_at: at },
        ],
        ['api_key.revoked', { id, name, revoked_at: at, reason: 'rotation' }],
        ['api_key.revoked', { id: rotated.id, name, revoked_at: at, reason: 'admin_revoke' }],
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(secret.reveal());
  });
});

describe('reading one event', () => {
  const sent = defineEvent({
    description: 'an invoice is sent',
    versions: {
      '2026-01-01': z.object({ id: z.string() }),
      '2026-02-01': z.object({ id: z.string(), no: z.int() }),
    },
    down: { '2026-02-01': ({ id }) => ({ id }) },
    example: { id: 'inv_1', no: 1 },
  });

  const codeKeys = createKeyRing({ active: key('k1') });

  async function hostWithEvent() {
    const storage = createMemoryStorage();
    const events = { 'invoice.sent': sent };
    const { events: service } = createStepward({ storage, codeKeys, events });
    const input = { type: 'invoice.sent', tenantId: TENANT, data: { id: 'inv_1', no: 1 } } as const;
    const { id } = (await service.emitUntyped(input))._unsafeUnwrap();
    return { storage, service, id };
  }

  it('gives it as it was emitted, or in the version of a day', async () => {
    const { service, id } = await hostWithEvent();
    const dataAt = async (options?: { readonly version: string }) => {
      const { data, version } = (await service.get(TENANT, id, options))._unsafeUnwrap();
      return [JSON.parse(data), version];
    };
    expect(await dataAt()).toEqual([{ id: 'inv_1', no: 1 }, '2026-02-01']);
    expect(await dataAt({ version: '2026-02-01' })).toEqual([{ id: 'inv_1', no: 1 }, '2026-02-01']);
    expect(await dataAt({ version: '2026-01-31' })).toEqual([{ id: 'inv_1' }, '2026-01-01']);
    const missing = await service.get(TENANT, '00000000-0000-4000-8000-000000000000');
    expect(missing._unsafeUnwrapErr()).toEqual({ code: 'event_not_found' });
  });

  it('says why a version is not to be had, and which option is wrong', async () => {
    const { storage, service, id } = await hostWithEvent();
    const { events: older } = createStepward({ storage, codeKeys });
    const refused = await older.get(TENANT, id, { version: '2026-01-01' });
    expect(refused._unsafeUnwrapErr()).toEqual({
      ...{ code: 'event_version_unavailable', reason: 'version_unknown' },
    });
    await expect(service.get(TENANT, id, { version: 'latest' })).rejects.toThrow(
      'events.get: options.version must be a day, such as 2026-11-01',
    );
    await expect(service.get(TENANT, id, { pin: '2026-01-01' } as never)).rejects.toThrow(
      'events.get: there is no field options.pin; the fields are version',
    );
  });
});
