import { describe, expect, it } from 'vitest';
import { MANAGER, TENANT, createManagementHost } from '../test/management-host.js';
import { createWebhookHost } from '../test/webhook-host.js';
import type { Storage } from './ports/storage.js';
import { createMemoryStorage } from '@stepward/testing';

/** An adapter without webhooks. */
function storageAlone(): Storage {
  return { ...createMemoryStorage(), queue: null };
}

const ID = '00000000-0000-4000-8000-000000000001';

describe('storage that carries no webhooks', () => {
  it('is refused where webhooks or notices are set up', async () => {
    await expect(createWebhookHost({}, { storage: storageAlone() })).rejects.toThrow(
      'createStepward: webhooks needs a storage that carries webhooks',
    );
    const notices = { send: () => undefined };
    await expect(createManagementHost({ storage: storageAlone(), notices })).rejects.toThrow(
      'createStepward: notices needs a storage that carries webhooks',
    );
  });

  it('stores and lists events', async () => {
    const { events } = await createManagementHost({ storage: storageAlone() });
    const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' };
    const emitted = await events.emit({ type: 'user.deleted', tenantId: TENANT, data });
    expect((await events.list(TENANT)).items.map(({ id }) => id)).toEqual([
      emitted._unsafeUnwrap().id,
    ]);
  });

  it('has no subscribers, and accepts none', async () => {
    const { subscribers } = await createManagementHost({ storage: storageAlone() });
    const url = 'https://hooks.example.com/in';
    const created = await subscribers.create(MANAGER, { url });
    expect(created._unsafeUnwrapErr().code).toBe('webhooks_not_configured');
    expect(await subscribers.list(TENANT)).toEqual({ items: [], nextPosition: null });
    for (const answer of [
      await subscribers.get(TENANT, ID),
      await subscribers.remove(MANAGER, ID),
    ]) {
      expect(answer._unsafeUnwrapErr().code).toBe('subscriber_not_found');
    }
  });

  it('has no deliveries, and nothing for a worker to send', async () => {
    const { deliveries, outbox, purge } = await createManagementHost({ storage: storageAlone() });
    for (const answer of [
      await deliveries.list(TENANT, ID),
      await deliveries.get(TENANT, ID, ID),
      await deliveries.replay(MANAGER, ID, ID),
      await deliveries.sendTest(MANAGER, ID),
    ]) {
      expect(answer._unsafeUnwrapErr().code).toBe('subscriber_not_found');
    }
    expect(await outbox.queueState()).toEqual({ lagMs: 0, handlers: [], counts: null });
    await expect(purge()).resolves.toBeUndefined();
  });
});
