import type { Clock } from '@stepward/core';
import { addressBucket } from '@stepward/core/adapter';

/** Refused requests of one address in a minute: as many as the Account API takes of one. */
const LIMIT = 120;
const WINDOW_MS = 60_000;

/** Addresses that are counted at once; beyond them, the one that was first is forgotten. */
const MAX_ADDRESSES = 10_000;

/** Counts the refused requests of an address, in this process. Genuine receipts are not counted: bursts of them are usual. */
export interface RefusalLimit {
  /** Milliseconds until requests of the address are read again; 0 for those that are. */
  waitOf(clientAddress: string | null): number;
  count(clientAddress: string | null): void;
}

/** Requests without a known address are not limited. */
export function createRefusalLimit(clock: Pick<Clock, 'now'>): RefusalLimit {
  const windows = new Map<string, { readonly refused: number; readonly endsAtMs: number }>();

  function windowOf(bucket: string): { readonly refused: number; readonly endsAtMs: number } {
    const nowMs = clock.now().getTime();
    const window = windows.get(bucket);
    if (window !== undefined && nowMs < window.endsAtMs) return window;
    windows.delete(bucket);
    return { refused: 0, endsAtMs: nowMs + WINDOW_MS };
  }

  return {
    waitOf(clientAddress) {
      if (clientAddress === null) return 0;
      const { refused, endsAtMs } = windowOf(addressBucket(clientAddress));
      return refused < LIMIT ? 0 : endsAtMs - clock.now().getTime();
    },

    count(clientAddress) {
      if (clientAddress === null) return;
      const bucket = addressBucket(clientAddress);
      const { refused, endsAtMs } = windowOf(bucket);
      windows.set(bucket, { refused: refused + 1, endsAtMs });
      const [oldest] = windows.keys();
      if (windows.size > MAX_ADDRESSES && oldest !== undefined) windows.delete(oldest);
    },
  };
}
