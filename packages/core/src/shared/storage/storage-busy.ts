/**
 * Thrown by storage when a unit of work waits too long for a lock, or behind too many others.
 * Nothing was stored. The HTTP layer answers it with 503 `busy` and `Retry-After`.
 */
export class StorageBusy extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageBusy';
  }
}

/** Whether an error is a {@link StorageBusy}, including one from another copy of this package. */
export function isStorageBusy(error: unknown): error is StorageBusy {
  return error instanceof Error && error.name === 'StorageBusy';
}
