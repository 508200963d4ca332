import { legacyName } from './event-names.js';
import { isOwnEventType } from './own-events.js';

/** Stands for every event of the catalogue and of the host in a filter. */
const EVERYTHING = '*';

/**
 * Everything that a filter can hold and that lets events of this type through: `*`, the name, and
 * `organisation.*` for each beginning of it, in the canonical and the legacy spelling. Stepward's own events
 * have to be named: `*` does not let them through.
 */
export function patternsMatching(type: string): readonly string[] {
  const names = [...new Set([type, legacyName(type)])];
  const named = names.flatMap((name) => [name, ...beginnings(name)]);
  return isOwnEventType(type) ? named : [EVERYTHING, ...named];
}

/** `org.member.added` → `org.*`, `org.member.*`. */
function beginnings(name: string): readonly string[] {
  const parts = name.split('.').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
}
