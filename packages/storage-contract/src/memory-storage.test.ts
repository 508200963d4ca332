import { createMemoryStorage } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { storageContract, webhookStorageContract } from './index.js';

describe('the storage in memory', () => {
  for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
    it(name, () => run(() => Promise.resolve(createMemoryStorage())));
  }

  it('keeps all of the storage contract where it carries no webhooks', async () => {
    for (const { name, run } of storageContract) {
      const storageAlone = () => Promise.resolve({ ...createMemoryStorage(), webhooks: null });
      await expect(run(storageAlone), name).resolves.toBeUndefined();
    }
  });
});
