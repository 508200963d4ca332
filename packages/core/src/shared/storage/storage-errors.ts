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

/**
 * Thrown by storage that cannot be used at present: the database cannot be reached, is shutting down, gives no
 * connection, or accepts no writes. An operation that was under way may or may not have been stored. Storage logs the
 * incident itself; the HTTP layer answers each request with 503 `storage_unavailable` and `Retry-After`.
 */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailable';
  }
}

/**
 * Thrown by storage where a tenant lives in another database, or is being moved to one: a {@link StorageUnavailable} of that
 * tenant alone. Nothing was stored, and `work` was not called.
 */
export class TenantElsewhere extends StorageUnavailable {
  /** The name of the database where the tenant lives now; null until the move has ended. */
  readonly movedTo: string | null;

  constructor(movedTo: string | null, options?: ErrorOptions) {
    super(
      movedTo === null
        ? 'the tenant is being moved to another database'
        : `the tenant was moved to the database ${JSON.stringify(movedTo)}`,
      options,
    );
    this.movedTo = movedTo;
  }
}

/** Where a tenant was moved to, by an error of any copy of this package; null for any other error. */
export function movedToOf(error: unknown): string | null {
  return isStorageUnavailable(error) && isOfOneTenant(error) ? error.movedTo : null;
}

/** Whether it is a {@link TenantElsewhere}, including one from another copy of this package: others can use the storage. */
export function isOfOneTenant(error: StorageUnavailable): error is TenantElsewhere {
  return 'movedTo' in error;
}

/** Whether an error is a {@link StorageUnavailable}, including one from another copy of this package. */
export function isStorageUnavailable(error: unknown): error is StorageUnavailable {
  return error instanceof Error && error.name === 'StorageUnavailable';
}
