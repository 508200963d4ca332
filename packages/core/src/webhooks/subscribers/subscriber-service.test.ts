import { ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { systemCaller } from '../../access/caller.js';
import {
  FIRST_PAGE,
  MANAGER,
  TENANT,
  createManagementHost,
} from '../../../test/management-host.js';
import {
  REFUSED_HOST,
  URL_WITH_SECRET,
  createWebhookHost,
  ringOf,
  type WebhookHost,
} from '../../../test/webhook-host.js';
import { addMs, days, hours } from '../../shared/duration.js';
import { createMemoryStorage } from '@stepward/testing';
import { createSigningKeys } from './signing-keys.js';
import { openLiveSecrets } from './signing-secret.js';
import { findSubscriber } from './require-subscriber.js';
import { MAX_SUBSCRIBERS } from './subscriber-service.js';
import type { SubscriberInput } from './subscriber-fields.js';
import type { Subscriber } from './subscriber.js';

const OTHERS = systemCaller('globex');
const KEYS = ringOf('w1', 9);

/** As a delivery worker does after a 410. */
function disable({ outbox }: WebhookHost, subscriberId: string): Promise<void> {
  const answered = { tenantId: TENANT, subscriberId, deliveryId: 'd1', url: URL_WITH_SECRET };
  return outbox.act({ type: 'disable_gone', statusCode: 410, ...answered });
}

async function get({ subscribers }: WebhookHost, id: string): Promise<Subscriber> {
  return (await subscribers.get(TENANT, id))._unsafeUnwrap();
}

async function auditTrail(host: WebhookHost): Promise<readonly string[]> {
  return (await host.logged()).map(({ type }) => type);
}

describe('a destination of the host', () => {
  const url = 'destination:orders';
  const tenant = { ...MANAGER, actor: { type: 'api_key', id: 'key-1' } } as const;

  it('is named by the host alone, and is in the audit log', async () => {
    const host = await createWebhookHost();
    const refused = [{ field: 'url', rule: 'target', limit: expect.any(String), value: url }];
    const created = await host.subscribers.create(tenant, { url });
    expect(created._unsafeUnwrapErr()).toEqual({ code: 'subscriber_invalid', violations: refused });
    const { id } = await host.subscribe();
    const changed = await host.subscribers.change(tenant, id, { url });
    expect(changed._unsafeUnwrapErr()).toEqual({ code: 'subscriber_invalid', violations: refused });
    expect((await host.subscribers.change(MANAGER, id, { url })).isOk()).toBe(true);
    expect((await host.logged())[0]?.details).toMatchObject({ origin: url });
  });

  it('stays where a tenant changes the other fields, or takes another URL in its place', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ url });
    const described = await host.subscribers.change(tenant, id, { url, description: 'ours' });
    expect(described._unsafeUnwrap()).toMatchObject({ url, description: 'ours' });
    const moved = await host.subscribers.change(tenant, id, { url: URL_WITH_SECRET });
    expect(moved._unsafeUnwrap().url).toBe(URL_WITH_SECRET);
    expect((await host.subscribers.change(tenant, id, { url })).isErr()).toBe(true);
  });
});

describe('the signature of a subscriber', () => {
  const signing = createSigningKeys({ active: { id: 's1', secret: new Uint8Array(32).fill(5) } });

  it('is v1, until it is changed', async () => {
    const host = await createWebhookHost({ signing });
    const { id } = await host.subscribe();
    expect((await get(host, id)).signature).toBe('v1');
    (await host.subscribers.change(MANAGER, id, { signature: 'both' }))._unsafeUnwrap();
    expect((await get(host, id)).signature).toBe('both');
    expect((await host.logged())[0]?.details).toMatchObject({ signature: 'both' });
  });

  it.each(['v1a', 'both'] as const)('cannot be %s where there are no keys', async (signature) => {
    const host = await createWebhookHost();
    const refused = {
      code: 'subscriber_invalid',
      violations: [
        { field: 'signature', rule: 'signing_keys_missing', limit: 'v1', value: signature },
      ],
    };
    const { id } = await host.subscribe({ signature: 'v1' });
    const input = { url: URL_WITH_SECRET, signature };
    const { subscribers } = host;
    expect((await subscribers.create(MANAGER, input))._unsafeUnwrapErr()).toEqual(refused);
    const changed = await subscribers.change(MANAGER, id, { signature });
    expect(changed._unsafeUnwrapErr()).toEqual(refused);
    expect((await get(host, id)).signature).toBe('v1');
    expect(subscribers.publicKeys(TENANT)).toBeNull();
  });

  it('stays as it is where the keys were removed later, and the rest can be changed', async () => {
    const storage = createMemoryStorage();
    const { id } = await (
      await createWebhookHost({ signing }, { storage })
    ).subscribe({
      signature: 'v1a',
    });
    const host = await createWebhookHost({}, { storage });
    const input = { signature: 'v1a', enabled: false } as const;
    expect((await host.subscribers.change(MANAGER, id, input)).isOk()).toBe(true);
    expect(await get(host, id)).toMatchObject(input);
    const other = await host.subscribers.change(MANAGER, id, { signature: 'both' });
    expect(other.isErr()).toBe(true);
    expect((await host.subscribers.change(MANAGER, id, { signature: 'v1' })).isOk()).toBe(true);
  });

  it('needs the headers of Standard Webhooks, and keys', async () => {
    await expect(createWebhookHost({ signing, standardWebhooks: false })).rejects.toThrow(
      'createStepward: webhooks.signing needs the headers of Standard Webhooks',
    );
    await expect(createWebhookHost({ signing: {} as typeof signing })).rejects.toThrow(
      'createStepward: webhooks.signing must be signing keys, from createSigningKeys',
    );
  });
});

describe('a subscriber', () => {
  it('is stored with a sealed secret, which is shown once', async () => {
    const host = await createWebhookHost();
    const now = host.clock.now();
    const input = { url: URL_WITH_SECRET, event_types: ['user.*'], naming: 'legacy' } as const;
    const made = (await host.subscribers.create(MANAGER, input))._unsafeUnwrap();

    const { secrets, ...fields } = made.subscriber;
    expect(fields).toEqual({
      id: fields.id,
      url: URL_WITH_SECRET,
      description: '',
      eventTypes: ['user.*'],
      naming: 'legacy',
      signature: 'v1',
      body: 'full',
      ordering: 'none',
      version: null,
      clientCertificate: null,
      headers: null,
      enabled: true,
      disabledReason: null,
      failingSince: null,
      failingNoticedAt: null,
      paused: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(made.secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const owner = { tenantId: TENANT, subscriberId: fields.id };
    expect(openLiveSecrets(KEYS, owner, secrets, now)).toEqual([made.secret.reveal()]);
    expect(await get(host, fields.id)).toEqual(made.subscriber);
    expect(JSON.stringify(made)).not.toContain(made.secret.reveal());
  });

  // spec: delivery/hmac
  it('has a secret of its own', async () => {
    const host = await createWebhookHost();
    const made = [await host.subscribe(), await host.subscribe()];
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(2);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
  });

  it('that is made disabled was disabled by hand', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ enabled: false });
    expect(await get(host, id)).toMatchObject({ enabled: false, disabledReason: 'manual' });
  });

  it('is changed, listed and found in its own tenant alone', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const { subscribers } = host;
    for (const result of [
      await subscribers.get('globex', id),
      await subscribers.change(OTHERS, id, { enabled: false }),
      await subscribers.rotateSecret(OTHERS, id),
      await subscribers.remove(OTHERS, id),
      await subscribers.get(TENANT, 'nobody'),
      await subscribers.change(MANAGER, 'nobody', {}),
      await subscribers.rotateSecret(MANAGER, 'nobody'),
      await subscribers.remove(MANAGER, 'nobody'),
    ]) {
      expect(result._unsafeUnwrapErr()).toEqual({ code: 'subscriber_not_found' });
    }
    expect((await subscribers.list('globex', FIRST_PAGE)).items).toEqual([]);
    expect((await subscribers.list(TENANT, FIRST_PAGE)).items).toEqual([await get(host, id)]);
    expect(await auditTrail(host)).toEqual(['webhook.created']);
  });

  it('is gone once it is removed', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    expect((await host.subscribers.remove(MANAGER, id))._unsafeUnwrap().id).toBe(id);
    expect((await host.subscribers.get(TENANT, id)).isErr()).toBe(true);
    expect(await auditTrail(host)).toEqual(['webhook.deleted', 'webhook.created']);
  });

  it('is one of 10,000 at most, in each tenant', async () => {
    const storage = createMemoryStorage();
    const host = await createWebhookHost({}, { storage });
    expect(MAX_SUBSCRIBERS).toBe(10_000);
    const { id } = await host.subscribe();
    const filled = await storage.run({ tenantId: TENANT }, async ({ subscribers }) => {
      const subscriber = (await findSubscriber({ subscribers }, id))!;
      for (let count = 1; count < MAX_SUBSCRIBERS - 5; count += 1) {
        await subscribers.put({ ...subscriber, id: String(count) });
      }
      return ok(null);
    });
    expect(filled.isOk()).toBe(true);
    const create = () => host.subscribers.create(MANAGER, { url: URL_WITH_SECRET });
    const attempts = Array.from({ length: 10 }, create);
    const refused = (await Promise.all(attempts)).filter((result) => result.isErr());
    expect(refused.map((result) => result._unsafeUnwrapErr())).toEqual(
      Array(5).fill({ code: 'subscriber_limit_reached' }),
    );
    await host.subscribe({}, OTHERS);
    const [last] = (await host.subscribers.list(TENANT, FIRST_PAGE)).items;
    (await host.subscribers.remove(MANAGER, last?.id ?? ''))._unsafeUnwrap();
    await host.subscribe();
  });
});

describe('the target of a subscriber', () => {
  const refusal = {
    code: 'subscriber_invalid',
    violations: [expect.objectContaining({ field: 'url', rule: 'target' })],
  };

  it('is checked against the rules when it is registered and when it changes', async () => {
    const host = await createWebhookHost();
    const url = `https://${REFUSED_HOST}/`;
    const created = await host.subscribers.create(MANAGER, { url });
    expect(created._unsafeUnwrapErr()).toEqual(refusal);
    expect((await host.subscribers.list(TENANT, FIRST_PAGE)).items).toEqual([]);

    const { id } = await host.subscribe();
    const changed = await host.subscribers.change(MANAGER, id, { url, enabled: false });
    expect(changed._unsafeUnwrapErr()).toEqual(refusal);
    expect(await get(host, id)).toMatchObject({ url: URL_WITH_SECRET, enabled: true });
    expect(await auditTrail(host)).toEqual(['webhook.created']);
  });

  it.each([7, null, 'no url', 'https://x.test/\u0000'])(
    'that is no URL is refused by the rules of the field: %j',
    async (url) => {
      const host = await createWebhookHost();
      const { id } = await host.subscribe();
      for (const result of [
        await host.subscribers.create(MANAGER, { url: url as string }),
        await host.subscribers.change(MANAGER, id, { url: url as string }),
      ]) {
        expect(result._unsafeUnwrapErr()).toMatchObject({
          code: 'subscriber_invalid',
          violations: [{ field: 'url', rule: 'url', value: url }],
        });
      }
    },
  );
});

describe('a change of a subscriber', () => {
  it('changes what is given, and is logged', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const before = await get(host, id);
    host.clock.advance(hours(1));

    const input = { url: 'https://other.test/x', event_types: ['org.*'] };
    const changed = (await host.subscribers.change(MANAGER, id, input))._unsafeUnwrap();

    expect(changed).toEqual({
      ...before,
      url: 'https://other.test/x',
      eventTypes: ['org.*'],
      updatedAt: host.clock.now(),
    });
    expect(await get(host, id)).toEqual(changed);
    expect(await auditTrail(host)).toEqual(['webhook.updated', 'webhook.created']);
  });

  it('that changes nothing is not recorded', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const before = await get(host, id);
    host.clock.advance(hours(1));
    for (const input of [{}, { enabled: true, event_types: ['*'], url: URL_WITH_SECRET }]) {
      const same = await host.subscribers.change(MANAGER, id, input);
      expect(same._unsafeUnwrap()).toEqual(before);
    }
    expect(await auditTrail(host)).toEqual(['webhook.created']);
  });

  it('makes new events of a key wait for what is pending, and no longer where the order ends', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const change = async (ordering: 'key' | 'none'): Promise<unknown> =>
      (await host.subscribers.change(MANAGER, id, { ordering }))._unsafeUnwrap();
    await host.emit(TENANT, { orderingKey: 'usr_1' });
    await host.worker.dispatch();

    await change('key');
    await host.emit(TENANT, { orderingKey: 'usr_1' });
    expect(await host.worker.due()).toHaveLength(1);
    await change('none');
    expect(await host.worker.due()).toHaveLength(2);
  });

  it('disables by hand and enables again, which forgets why and since when it failed', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    await host.worker.finish(await host.worker.due(), { type: 'failed', reason: 'timed_out' });
    expect((await get(host, id)).failingSince).toEqual(host.clock.now());
    const change = async (enabled: boolean): Promise<Subscriber> =>
      (await host.subscribers.change(MANAGER, id, { enabled }))._unsafeUnwrap();

    expect(await change(false)).toMatchObject({ enabled: false, disabledReason: 'manual' });
    expect((await get(host, id)).failingSince).toEqual(host.clock.now());
    expect(await change(true)).toMatchObject({ enabled: true, disabledReason: null });
    expect((await get(host, id)).failingSince).toBeNull();
  });
});

describe('a rotation of a secret', () => {
  it('shows a new one, and lets the old one sign beside it for 24 hours', async () => {
    const host = await createWebhookHost();
    const { id, secret: old } = await host.subscribe();
    const rotated = (await host.subscribers.rotateSecret(MANAGER, id))._unsafeUnwrap();

    const fresh = rotated.secret.reveal();
    const { secrets } = await get(host, id);
    const owner = { tenantId: TENANT, subscriberId: id };
    const liveAfter = (ms: number) =>
      openLiveSecrets(KEYS, owner, secrets, addMs(host.clock.now(), ms));
    expect(fresh).not.toBe(old);
    expect(liveAfter(hours(24) - 1)).toEqual([fresh, old]);
    expect(liveAfter(hours(24))).toEqual([fresh]);
    expect(await auditTrail(host)).toEqual(['webhook.secret_rotated', 'webhook.created']);
  });

  it('ends the old one at once where there is to be no overlap', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    (await host.subscribers.rotateSecret(MANAGER, id, { overlap_ms: 0 }))._unsafeUnwrap();
    expect((await get(host, id)).secrets).toHaveLength(1);
  });

  it.each([-1, days(7) + 1, 'soon', null])('with an overlap of %j is refused', async (overlap) => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const before = await get(host, id);
    const refused = await host.subscribers.rotateSecret(MANAGER, id, {
      overlap_ms: overlap as number,
    });
    expect(refused._unsafeUnwrapErr().code).toBe('webhook_request_invalid');
    expect(await get(host, id)).toEqual(before);
  });

  it('in parallel with others loses no change', async () => {
    const host = await createWebhookHost();
    const { id, secret } = await host.subscribe();
    const rotations = [1, 2, 3].map(() => host.subscribers.rotateSecret(MANAGER, id));
    const shown = (await Promise.all(rotations)).map((each) =>
      each._unsafeUnwrap().secret.reveal(),
    );
    const { secrets } = await get(host, id);
    const owner = { tenantId: TENANT, subscriberId: id };
    const live = openLiveSecrets(KEYS, owner, secrets, host.clock.now());
    expect(live?.toSorted()).toEqual([...shown, secret].toSorted());
  });
});

describe("the SDK's own disabling", () => {
  it("happens once, with its reason, and is logged under the system's name", async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await disable(host, id);
    await disable(host, id);

    expect(await get(host, id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    const [entry, ...others] = await host.logged();
    expect(others.map(({ type }) => type)).toEqual(['webhook.created']);
    expect(entry).toMatchObject({
      type: 'webhook.disabled',
      actor: { type: 'system', id: 'webhooks' },
      target: id,
      details: { reason: 'gone' },
    });
  });

  it('of a subscriber that is gone, or was disabled by hand, does nothing', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ enabled: false });
    for (const subscriberId of [id, 'nobody']) {
      await disable(host, subscriberId);
    }
    expect((await get(host, id)).disabledReason).toBe('manual');
    expect(await auditTrail(host)).toEqual(['webhook.created']);
  });
});

it('the audit log names the origin and the filter, and neither secret nor path', async () => {
  const host = await createWebhookHost();
  const { id, secret } = await host.subscribe();
  const description = 'about T0P5ECRET';
  const headers = { Authorization: 'Bearer T0P5ECRET' };
  (await host.subscribers.change(MANAGER, id, { description, headers }))._unsafeUnwrap();
  const refused = await host.subscribers.change(MANAGER, id, {
    headers: { authorization: 'Bearer T0P5ECRET', host: 'a' },
  });
  expect(JSON.stringify(refused._unsafeUnwrapErr())).not.toContain('T0P5ECRET');
  const rotated = (await host.subscribers.rotateSecret(MANAGER, id))._unsafeUnwrap();
  await disable(host, id);
  (await host.subscribers.remove(MANAGER, id))._unsafeUnwrap();

  const entries = await host.logged();
  const written = JSON.stringify([entries, host.lines]);

  expect(entries).toHaveLength(5);
  for (const { target, details } of entries) {
    expect(target).toBe(id);
    expect(details).toMatchObject({ origin: 'https://hooks.example.com', eventTypes: ['*'] });
  }
  for (const { sealed } of rotated.subscriber.secrets) expect(written).not.toContain(sealed);
  for (const hidden of [secret, rotated.secret.reveal(), 'T0P5ECRET', 'token=abc', 'whsec_']) {
    expect(written).not.toContain(hidden);
  }
});

it('without webhooks no subscriber can be registered, and existing ones can be listed and removed', async () => {
  const { subscribers } = await createManagementHost();
  for (const result of [
    await subscribers.create(MANAGER, { url: URL_WITH_SECRET }),
    await subscribers.change(MANAGER, 'x', {}),
    await subscribers.rotateSecret(MANAGER, 'x'),
  ]) {
    expect(result._unsafeUnwrapErr()).toEqual({ code: 'webhooks_not_configured' });
  }
  expect((await subscribers.list(TENANT, FIRST_PAGE)).items).toEqual([]);
  const removed = await subscribers.remove(MANAGER, 'x');
  expect(removed._unsafeUnwrapErr()).toEqual({ code: 'subscriber_not_found' });
});

describe('the custom headers of a subscriber', () => {
  it('are replaced as a whole, kept where they are left out, and removed by null or an empty object', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ headers: { 'X-One': '1', 'x-two': '2' } });
    const namesAfter = async (input: Partial<SubscriberInput>) => {
      (await host.subscribers.change(MANAGER, id, input))._unsafeUnwrap();
      return (await get(host, id)).headers?.names ?? null;
    };
    const sent = async () => {
      await host.emit();
      const [attempt] = await host.worker.due();
      const { headers } =
        (attempt?.type === 'due' ? attempt.request : null) ?? expect.unreachable();
      return [headers['x-one'], headers['x-two'], headers['x-three']];
    };

    expect(await sent()).toEqual(['1', '2', undefined]);
    expect(await namesAfter({ description: 'other' })).toEqual(['x-one', 'x-two']);
    expect(await namesAfter({ headers: { 'X-Three': '3' } })).toEqual(['x-three']);
    expect(await sent()).toEqual([undefined, undefined, '3']);
    expect(await namesAfter({ headers: {} })).toBeNull();
    await namesAfter({ headers: { 'X-Three': '3' } });
    expect(await namesAfter({ headers: null })).toBeNull();
  });

  it.each([
    ['https://other.example.com/hooks'],
    ['https://hooks.example.com:8443/'],
    ['destination:orders'],
  ])('are not kept for %s, another origin', async (url) => {
    const host = await createWebhookHost();
    const headers = { authorization: 'Bearer T0P5ECRET' };
    const { id } = await host.subscribe({ url: URL_WITH_SECRET, headers });
    const change = (input: Partial<SubscriberInput>) => host.subscribers.change(MANAGER, id, input);

    expect((await change({ url }))._unsafeUnwrapErr()).toEqual({
      code: 'subscriber_invalid',
      violations: [
        { field: 'headers', rule: 'headers_origin', limit: expect.any(String), value: null },
      ],
    });
    expect(await get(host, id)).toMatchObject({ url: URL_WITH_SECRET });
    const again = (await change({ url, headers: { 'x-new': '1' } }))._unsafeUnwrap();
    expect([again.url, again.headers?.names]).toEqual([url, ['x-new']]);
    const removed = (await change({ url: URL_WITH_SECRET, headers: null }))._unsafeUnwrap();
    expect([removed.url, removed.headers]).toEqual([URL_WITH_SECRET, null]);
    expect((await change({ url })).isOk()).toBe(true);
  });

  it('are kept for another path of their origin', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ url: URL_WITH_SECRET, headers: { 'x-one': '1' } });
    const url = `${new URL(URL_WITH_SECRET).origin}/other`;
    const changed = (await host.subscribers.change(MANAGER, id, { url }))._unsafeUnwrap();
    expect([changed.url, changed.headers?.names]).toEqual([url, ['x-one']]);
  });

  it('leave an invalid URL to its own rule', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ headers: { 'x-one': '1' } });
    const refused = await host.subscribers.change(MANAGER, id, { url: 'nowhere' });
    const error = refused._unsafeUnwrapErr();
    expect(error).toMatchObject({ violations: [{ field: 'url', rule: 'url' }] });
  });
});
