/** What a caller who was turned away is told to wait: 1 second. */
const RETRY_AFTER_MS = 1_000;

/**
 * Thrown by storage where a unit of work would have waited too long for a lock, or behind too many others.
 * Nothing was stored. The HTTP layer answers it with 503 `busy` and `Retry-After`.
 */
export class StorageBusy extends Error {
  /** Milliseconds after which the caller may try again; 1,000. */
  readonly retryAfterMs = RETRY_AFTER_MS;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageBusy';
  }
}

/** Whether an error is a {@link StorageBusy}, of another copy of this package as well. */
export function isStorageBusy(error: unknown): error is StorageBusy {
  return error instanceof Error && error.name === 'StorageBusy';
}
