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

/** Whether an error is a {@link StorageUnavailable}, including one from another copy of this package. */
export function isStorageUnavailable(error: unknown): error is StorageUnavailable {
  return error instanceof Error && error.name === 'StorageUnavailable';
}
