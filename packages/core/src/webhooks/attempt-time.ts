import { seconds } from '../shared/duration.js';

/** Milliseconds for a whole attempt: name, connection, TLS and answer. */
export const ATTEMPT_TIMEOUT_MS = seconds(15);

/**
 * Milliseconds from a claim to the end of its lease, after which another worker makes the attempt: the attempt's own,
 * and as many again for its result to be stored.
 */
export const ATTEMPT_LEASE_MS = ATTEMPT_TIMEOUT_MS + seconds(15);
