import { hours, seconds } from '../shared/duration.js';

/** How long an answer is kept: 24 hours from when it was given. */
export const IDEMPOTENCY_KEPT_MS = hours(24);

/**
 * How long a request that has begun may take: 60 seconds. After that its process is presumed dead, and its
 * key is free again.
 */
export const IDEMPOTENCY_LEASE_MS = seconds(60);

/** The stored record of a request with an idempotency key. It holds no plain text. */
export interface IdempotencyRecord {
  /** SHA-256 of caller, operation and key: 64 lower-case hexadecimal digits. */
  readonly recordId: string;
  /** Identifies the request that holds the record: a late request cannot overwrite it. A UUID. */
  readonly token: string;
  readonly fingerprint: RequestFingerprint;
  /** The answer, sealed; null while the request is in flight. */
  readonly answer: string | null;
  /** From this time on the key is free: the end of the lease while in flight, else that of the 24 hours. */
  readonly expiresAt: Date;
}

/** The request's content as HMAC-SHA-256 under a named key, because it may hold a one-time code. */
export interface RequestFingerprint {
  readonly keyId: string;
  /** 64 lower-case hexadecimal digits. */
  readonly hmac: string;
}
