import { EVENT_CATALOGUE, EVENT_TYPES, type EventType } from './catalogue.js';
import { isOwnEventType, type OwnEventType } from './own-events.js';

const LEGACY_NAMES: ReadonlyMap<EventType, string> = new Map(
  EVENT_TYPES.flatMap((type) => {
    const { legacyName } = EVENT_CATALOGUE[type] as { readonly legacyName?: string };
    return legacyName === undefined ? [] : [[type, legacyName] as const];
  }),
);

const CANONICAL_NAMES: ReadonlyMap<string, EventType> = new Map([
  ...EVENT_TYPES.map((type) => [type, type] as const),
  ...[...LEGACY_NAMES].map(([type, legacy]) => [legacy, type] as const),
]);

/** The canonical name behind a canonical or legacy one; null where the catalogue has neither. */
export function canonicalName(name: string): EventType | null {
  return CANONICAL_NAMES.get(name) ?? null;
}

/** The canonical name behind any name that events are stored under, Stepward's own among them; null for others. */
export function knownEventName(name: string): EventType | OwnEventType | null {
  return isOwnEventType(name) ? name : canonicalName(name);
}

/** The name as older paths spell it; most events never had another, and keep theirs. */
export function legacyName(type: string): string {
  return LEGACY_NAMES.get(type as EventType) ?? type;
}
