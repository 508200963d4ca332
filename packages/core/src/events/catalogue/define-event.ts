import type { DataSchema, InputOf } from './data-schema.js';
import {
  datesOf,
  type DownSteps,
  type EventVersions,
  type NewestOf,
  type VersionSteps,
} from './event-versions.js';

/** One kind of event. */
export interface EventDefinition<
  Schema extends DataSchema = DataSchema,
> extends Partial<VersionSteps> {
  /** When it happens, for people. */
  readonly description: string;
  /**
   * What its data has to be: an object schema that JSON Schema can describe and that changes nothing, so without
   * transforms, coercion and defaults. Fields that it does not know pass, unless it is strict. Of an event with versions it is the
   * newest of them.
   */
  readonly data: Schema;
  /** Data as it could be, for documentation and tests. It fits the schema. */
  readonly example: InputOf<Schema>;
  /**
   * The path to a text or a number in the data, such as `customer.id`: the names of fields, joined by dots. Subscribers with
   * `ordering: 'key'` get the events with one value there one after the other, of whatever type. None by default.
   */
  readonly orderingKey?: string;
}

/** Definitions by name. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** An event whose data has changed, or will. */
export interface EventWithVersions<Versions extends EventVersions> {
  readonly description: string;
  /** What its data has to be, by the date of each version: 1 to 20. It is emitted in the newest. */
  readonly versions: Versions;
  /**
   * Turns the data of a version into that of the version before, by the date of the newer one: a pure function for each but the
   * first. What comes out is sent as it is, so it must leave out what only the newer version has, if nobody shall get that.
   */
  readonly down: DownSteps<Versions>;
  /** Data of the newest version as it could be. */
  readonly example: InputOf<Versions[NewestOf<Versions>]>;
  /** As in {@link EventDefinition}: a path into the newest version. */
  readonly orderingKey?: string;
}

/** What `defineEvent` makes of an event with versions. */
export interface VersionedDefinition<Versions extends EventVersions> extends EventDefinition<
  Versions[NewestOf<Versions>]
> {
  readonly versions: Versions;
  readonly down: DownSteps<Versions>;
}

/**
 * Defines an event of your own, for the option `events`. It is checked there, where its name is known.
 *
 * @example
 * const invoicePaid = defineEvent({
 *   description: 'an invoice is paid in full',
 *   data: z.object({ id: z.string(), amount_cents: z.int().min(0), paid_at: z.iso.datetime() }),
 *   example: { id: 'inv_1', amount_cents: 4900, paid_at: '2026-01-01T00:00:00.000Z' },
 * });
 */
export function defineEvent<const Schema extends DataSchema>(
  definition: Omit<EventDefinition<Schema>, keyof VersionSteps>,
): EventDefinition<Schema>;
/**
 * Defines an event with versions: it is emitted in the newest, and each subscriber gets the one that it has pinned.
 *
 * @example
 * const orderShipped = defineEvent({
 *   description: 'an order leaves the warehouse',
 *   versions: {
 *     '2026-11-01': z.object({ id: z.string(), carrier: z.string() }),
 *     '2027-02-01': z.object({ id: z.string(), carrier: z.object({ name: z.string() }) }),
 *   },
 *   down: { '2027-02-01': ({ carrier, ...rest }) => ({ ...rest, carrier: carrier.name }) },
 *   example: { id: 'ord_1', carrier: { name: 'DHL' } },
 * });
 */
export function defineEvent<const Versions extends EventVersions>(
  definition: EventWithVersions<Versions>,
): VersionedDefinition<Versions>;
export function defineEvent(
  definition: EventDefinition | EventWithVersions<EventVersions>,
): EventDefinition {
  if ('data' in definition) return definition;
  const { versions } = definition;
  const newest = datesOf(versions).at(-1) ?? '';
  // Without versions there is no schema, which the check of the definition finds.
  return { ...definition, data: versions[newest] as DataSchema };
}
