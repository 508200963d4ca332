import { EVENT_TYPES } from './catalogue.js';
import { legacyName } from './event-names.js';
import { isOwnEventType, OWN_EVENT_TYPES } from './own-events.js';

/** Stands for every event of the catalogue in a filter. */
const EVERYTHING = '*';

/**
 * Everything that a filter can hold and that lets events of this type through: `*`, the name, and
 * `organisation.*` for each beginning of it, in the canonical and the legacy spelling. Stepward's own events
 * have to be named: `*` does not let them through.
 */
export function patternsMatching(type: string): readonly string[] {
  return PATTERNS_BY_TYPE.get(type) ?? listPatterns(type);
}

/** Whether a text can stand in a filter: it lets through at least one event. */
export function isEventPattern(text: string): boolean {
  return KNOWN_PATTERNS.has(text);
}

function listPatterns(type: string): readonly string[] {
  const names = [...new Set([type, legacyName(type)])];
  const named = names.flatMap((name) => [name, ...beginnings(name)]);
  return isOwnEventType(type) ? named : [EVERYTHING, ...named];
}

/** `org.member.added` → `org.*`, `org.member.*`. */
function beginnings(name: string): readonly string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
}

/** What lets each event through, listed once: every emit asks for it. */
const PATTERNS_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map(
  [...EVENT_TYPES, ...OWN_EVENT_TYPES].map((type) => [type, listPatterns(type)]),
);

const KNOWN_PATTERNS: ReadonlySet<string> = new Set([...PATTERNS_BY_TYPE.values()].flat());
