import { catalogue, EVENT_TYPES, type EventType } from './catalogue.js';

const LEGACY_NAMES: ReadonlyMap<string, string> = new Map(
  EVENT_TYPES.flatMap((type) => {
    const entry = catalogue[type];
    return 'legacyName' in entry ? [[type, entry.legacyName] as const] : [];
  }),
);

const CANONICAL_NAMES: ReadonlyMap<string, EventType> = new Map([
  ...EVENT_TYPES.map((type) => [type, type] as const),
  ...EVENT_TYPES.map((type) => [legacyName(type), type] as const),
]);

/** The canonical name behind a canonical or legacy one; null where the catalogue has neither. */
export function canonicalName(name: string): EventType | null {
  return CANONICAL_NAMES.get(name) ?? null;
}

/** The name as older paths spell it; most events never had another, and keep theirs. */
export function legacyName(type: string): string {
  return LEGACY_NAMES.get(type) ?? type;
}

/** The type of a test event. It is not in the catalogue: receivers must not treat it as a fact. */
export const TEST_EVENT_TYPE = 'webhook.test';
