import { seconds } from '../../shared/duration.js';

/** Milliseconds for a whole attempt: name, connection, TLS and answer. */
export const ATTEMPT_TIMEOUT_MS = seconds(15);

/**
 * Milliseconds for which a worker owns its shards unless it renews its lease. What a killed worker had under way is sent
 * again once the lease has ended and another worker renews its own, 5 seconds later at most.
 */
export const WORKER_LEASE_MS = seconds(15);
