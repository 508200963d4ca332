import { catalogue } from './catalogue.js';
import { faultOfHostEvent } from './check-host-event.js';
import type { CheckedDefinition } from './check-event-data.js';
import type { DataSchema } from './data-schema.js';
import type { EventDefinition, EventDefinitions } from './define-event.js';
import { datesOf, takeDown } from './event-versions.js';
import { patternsMatching } from './event-filter.js';
import { legacyName } from './event-names.js';
import { isOwnEventType, OWN_EVENT_CATALOGUE } from './own-events.js';

/** An event that can be stored. */
export interface RegisteredEvent {
  /** Its canonical name. */
  readonly type: string;
  readonly definition: EventDefinition & CheckedDefinition;
  /** The newest of its versions, in which it is emitted; null where it has none. */
  readonly version: string | null;
  /** The event reaches a subscriber if its filter has at least one of these. */
  readonly patterns: readonly string[];
  /** Whether it is one of Stepward's own (`mfa.*`, `webhook.*`), which a host cannot emit. */
  readonly isReserved: boolean;
}

/** An event for documents. */
export interface EventDescription {
  /** Its canonical name. */
  readonly type: string;
  /** Its older name; null for most. */
  readonly legacyName: string | null;
  /** When it happens. */
  readonly description: string;
  /** The version that is described, a date: the newest. Null where it has none. */
  readonly version: string | null;
  /** JSON Schema (draft 2020-12) of its data, as it is delivered. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Data as it could be. */
  readonly example: unknown;
  /** Its older versions, the newest of them first. */
  readonly olderVersions: readonly VersionDescription[];
}

/** An older version of an event, for documents. */
export interface VersionDescription {
  readonly version: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The event's example, taken down. */
  readonly example: unknown;
}

/** The events of the catalogue, of the host and of Stepward's own, in this order. */
export interface EventRegistry {
  /** Their canonical names. */
  readonly types: readonly string[];
  /** The dates of all versions of all events, ascending: what a subscriber can pin. */
  readonly versions: readonly string[];
  /** The event of a canonical or legacy name; null if no event has that name. */
  find(name: string): RegisteredEvent | null;
  /** Whether a text can stand in a subscriber's filter: it lets through at least one event. */
  isPattern(text: string): boolean;
  /** All of them, for documents. */
  describe(): readonly EventDescription[];
}

/**
 * Makes the registry of a host's events. The catalogue is always in it; its entries may be repeated unchanged.
 *
 * @param factory what an error starts with
 * @throws TypeError that names the event and what is wrong with it: a name that is malformed, taken or reserved, data
 * that JSON Schema cannot describe, an example that does not fit.
 */
export function createEventRegistry(
  hostEvents: EventDefinitions = {},
  factory = 'createEventRegistry',
): EventRegistry {
  const own = Object.entries(hostEvents).filter(([name, event]) => !isOfCatalogue(name, event));
  for (const [name, event] of own) {
    const fault = faultOfHostEvent(name, event);
    if (fault !== null) throw new TypeError(`${factory}: events: ${fault}`);
  }
  const events = [...Object.entries(catalogue), ...own, ...Object.entries(OWN_EVENT_CATALOGUE)].map(
    ([type, definition]: [string, EventDefinition]): RegisteredEvent => ({
      type,
      definition,
      version: datesOf(definition.versions ?? {}).at(-1) ?? null,
      patterns: patternsMatching(type),
      isReserved: isOwnEventType(type),
    }),
  );
  const byName = new Map(
    events.flatMap((event) => [
      [event.type, event],
      [legacyName(event.type), event],
    ]),
  );
  const patterns = new Set(events.flatMap((event) => event.patterns));
  return {
    types: events.map(({ type }) => type),
    versions: [
      ...new Set(events.flatMap(({ definition }) => datesOf(definition.versions ?? {}))),
    ].toSorted(),
    find: (name) => byName.get(name) ?? null,
    isPattern: (text) => patterns.has(text),
    describe: () => events.map(describeEvent),
  };
}

/** The catalogue and Stepward's own events, for those who have no events beside them. */
export const builtInEvents = createEventRegistry();

function isOfCatalogue(name: string, definition: EventDefinition): boolean {
  return Object.hasOwn(catalogue, name) && definition === catalogue[name as keyof typeof catalogue];
}

function describeEvent({ type, version, definition }: RegisteredEvent): EventDescription {
  const { description, example, data } = definition;
  const older = legacyName(type);
  return {
    type,
    legacyName: older === type ? null : older,
    description,
    version,
    schema: describeData(data, type),
    example,
    olderVersions: describeOlder(type, version, definition),
  };
}

function describeOlder(
  type: string,
  newest: string | null,
  { versions = {}, down = {}, example }: EventDefinition,
): readonly VersionDescription[] {
  return Object.entries(versions)
    .filter(([version]) => version !== newest)
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([version, data]) => ({
      version,
      schema: describeData(data, `${type}.${version}`),
      example: takeDown({ versions, down }, structuredClone(example), [newest ?? '', version]),
    }));
}

function describeData(data: DataSchema, title: string): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = data['~standard'].jsonSchema.input({ target: DRAFT });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    // What it refers to is within itself, also where it is part of a larger document.
    ...(JSON.stringify(schema).includes('"$ref"') && { $id: `urn:stepward:event:${title}` }),
    title,
    ...schema,
  };
}

const DRAFT = 'draft-2020-12';
