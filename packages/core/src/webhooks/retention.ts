import { days } from '../shared/duration.js';

/** Milliseconds from an event's emission until its payload is purged (DECISIONS, "Log retention"). */
export const EVENT_RETENTION_MS = days(30);

/** Milliseconds from a delivery's end until it is purged, with its attempts (DECISIONS, "Log retention"). */
export const DELIVERY_RETENTION_MS = days(90);
