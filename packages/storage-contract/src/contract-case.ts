import type { Storage, StorageWithWebhooks } from '@stepward/core';

/** One promise that a storage adapter keeps. */
export interface StorageContractCase<Tested extends Storage = Storage> {
  /** The promise as a sentence; unique within the contract. */
  readonly name: string;
  /**
   * Rejects with an `AssertionError` where the promise is broken. Asks for storage once, and expects
   * it empty. Units of work run in parallel, so an adapter with a pool shows its locking here.
   */
  readonly run: (createStorage: () => Promise<Tested>) => Promise<void>;
}

/** One promise that a storage adapter keeps where it carries webhooks. */
export type WebhookStorageContractCase = StorageContractCase<StorageWithWebhooks>;
