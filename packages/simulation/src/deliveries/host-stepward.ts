import {
  createKeyRing,
  createStepward,
  silentLogger,
  type Stepward,
  type StorageWithWebhooks,
} from '@stepward/core';
import type { Process } from '../kernel/process.js';

const KEYS = createKeyRing({ active: { id: 'simulated', secret: new Uint8Array(32).fill(7) } });

/** Milliseconds; short, so that a run sees deliveries end. */
export const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 60_000] as const;

/** Stepward as one process of a host has it. */
export function hostStepward(process: Process, storage: StorageWithWebhooks): Stepward {
  return createStepward({
    storage,
    codeKeys: KEYS,
    webhooks: {
      keys: KEYS,
      targets: { check: () => Promise.resolve('allowed') },
      retryDelaysMs: RETRY_DELAYS_MS,
    },
    logger: silentLogger,
    clock: process.clock,
    random: process.random,
  });
}
