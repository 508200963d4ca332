/** What every entry of the authentication log has, whatever it records. */
import { addMs, days } from '../shared/duration.js';
import { firstUuidAt, uuidv7 } from '../shared/uuid.js';
import { retainedUntil } from './new-audit-event.js';

/** How long an entry is kept outside HIPAA mode. */
export const ENTRY_RETENTION_MS = days(90);

/** Until when an entry of that time is kept. */
export function entryRetainedUntil(at: Date, hipaa: boolean): Date {
  return hipaa ? retainedUntil(at) : addMs(at, ENTRY_RETENTION_MS);
}

/**
 * The id of an entry.
 *
 * @param index its position among the entries that are written with it; 256 of them are in order
 * @param random 10 random bytes, of which the position replaces the first two
 */
export function entryId(at: Date, index: number, random: Uint8Array): string {
  return uuidv7(at, Buffer.from([0, index % 256, ...random.subarray(2)]));
}

/** Whether an entry with this id may have been purged: it is at least 89 days old, a day less for clocks that differ. */
export function mayBePurged(id: string, now: Date): boolean {
  return UUIDV7.test(id) && id < firstUuidAt(addMs(now, days(1) - ENTRY_RETENTION_MS));
}

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
