import { EVENT_TYPES } from './catalogue.js';
import { legacyName } from './event-names.js';

/** Stands for every event in a filter. */
const EVERYTHING = '*';

/**
 * Everything that a filter can hold and that lets events of this type through: `*`, the name, and
 * `organisation.*` for each beginning of it, in the canonical and the legacy spelling.
 */
export function patternsMatching(type: string): readonly string[] {
  return PATTERNS_BY_TYPE.get(type) ?? listPatterns(type);
}

/** Whether a text can stand in a filter: it lets through at least one event of the catalogue. */
export function isEventPattern(text: string): boolean {
  return KNOWN_PATTERNS.has(text);
}

function listPatterns(type: string): readonly string[] {
  const names = [...new Set([type, legacyName(type)])];
  return [EVERYTHING, ...names.flatMap((name) => [name, ...beginnings(name)])];
}

/** `org.member.added` → `org.*`, `org.member.*`. */
function beginnings(name: string): readonly string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
}

/** What lets each event of the catalogue through, listed once: every emit asks for it. */
const PATTERNS_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map(
  EVENT_TYPES.map((type) => [type, listPatterns(type)]),
);

const KNOWN_PATTERNS: ReadonlySet<string> = new Set([...PATTERNS_BY_TYPE.values()].flat());
