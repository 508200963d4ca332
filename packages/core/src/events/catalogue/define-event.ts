import type { DataSchema, InputOf } from './data-schema.js';

/** One kind of event. */
export interface EventDefinition<Schema extends DataSchema = DataSchema> {
  /** When it happens, for people. */
  readonly description: string;
  /**
   * What its data has to be: an object schema that JSON Schema can describe and that changes nothing, so without
   * transforms, coercion and defaults. Fields that it does not know pass, unless it is strict.
   */
  readonly data: Schema;
  /** Data as it could be, for documentation and tests. It fits the schema. */
  readonly example: InputOf<Schema>;
}

/** Definitions by name. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

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
  definition: EventDefinition<Schema>,
): EventDefinition<Schema> {
  return definition;
}
