import { describe, it } from 'vitest';
import { createMemoryStorage } from './memory-storage.js';
import { storageContract, webhookStorageContract } from './contract/index.js';

describe('the storage in memory', () => {
  for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
    it(name, () => run(() => Promise.resolve(createMemoryStorage())));
  }
});
