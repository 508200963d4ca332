import { err, ok, type Result } from 'neverthrow';
import type { StoredEvent } from '../records/stored-event.js';
import { checkEventData } from './catalogue/check-event-data.js';
import type { EventDefinition } from './catalogue/define-event.js';
import { datesOf, takeDown, versionAt } from './catalogue/event-versions.js';

/** The data of an event, as a subscriber gets it. */
export type DataAtVersion = Pick<StoredEvent, 'data' | 'version'>;

/** Why the data of an event cannot be given in a version. */
export type VersionFault =
  /** The definition has not the version that the event was emitted in: the emitting process is newer. */
  | { readonly reason: 'version_unknown' }
  /** A step down throws, or gives what the version does not allow. */
  | { readonly reason: 'version_failed'; readonly why: string };

/**
 * Returns the data of an event in the version that a pin asks for: the newest that is not later than it, or the first. An event
 * that was emitted in an earlier version, or without one, stays as it is: data is taken down, and never up.
 *
 * @param registered null where the process does not know the event
 * @param pin a date; null is before all versions
 */
export function dataAtVersion(
  registered: { readonly definition: Pick<EventDefinition, 'versions' | 'down'> } | null,
  { version, data }: DataAtVersion,
  pin: string | null,
): Result<DataAtVersion, VersionFault> {
  if (version === null || (pin !== null && version <= pin)) return ok({ version, data });
  const { versions = {}, down = {} } = registered?.definition ?? {};
  if (!Object.hasOwn(versions, version)) return err({ reason: 'version_unknown' });
  const wanted = versionAt(datesOf(versions), pin);
  const schema = versions[wanted];
  if (wanted >= version || schema === undefined) return ok({ version, data });
  try {
    const taken = takeDown({ versions, down }, JSON.parse(data), [version, wanted]);
    // Undefined where it is no JSON, which no schema allows.
    const json = (JSON.stringify(taken) as string | undefined) ?? 'null';
    const [violation] = checkEventData({ data: schema }, JSON.parse(json)).violations;
    if (violation === undefined) return ok({ version: wanted, data: json });
    return failed(wanted, `${violation.field}: ${String(violation.limit)}`);
  } catch (thrown) {
    return failed(wanted, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function failed(wanted: string, why: string): Result<never, VersionFault> {
  return err({ reason: 'version_failed', why: `${wanted}: ${why}` });
}
