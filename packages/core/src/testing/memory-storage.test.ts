import { describe, it } from 'vitest';
import { createMemoryStorage } from './memory-storage.js';
import { storageContract } from './storage-contract.js';

describe('the storage in memory', () => {
  for (const { name, run } of storageContract) {
    it(name, () => run(() => Promise.resolve(createMemoryStorage())));
  }
});
