import { days } from '../shared/duration.js';

/** Milliseconds from an event's emission until its payload is purged. */
export const EVENT_RETENTION_MS = days(30);

/** Milliseconds from a delivery's end until it is purged, with its attempts. */
export const DELIVERY_RETENTION_MS = days(90);
