import type { Json } from '../json.js';
import type { Compared } from './schema-changes.js';

/** The bounds of a schema, and whether a value of the new one refuses more than one of the old. */
const TIGHTER: Readonly<Record<string, (before: Json | undefined, after: Json) => boolean>> = {
  minimum: isHigher,
  exclusiveMinimum: isHigher,
  minLength: isHigher,
  minItems: isHigher,
  minProperties: isHigher,
  maximum: isLower,
  exclusiveMaximum: isLower,
  maxLength: isLower,
  maxItems: isLower,
  maxProperties: isLower,
  pattern: isOther,
  format: isOther,
  uniqueItems: isOther,
};

/** The bounds of input that refuse more than they did. */
export function boundChanges({ place, before, after }: Compared): readonly string[] {
  return Object.entries(TIGHTER).flatMap(([name, isTighter]) => {
    const [old, now] = [before[name], after[name]];
    if (now === undefined || !isTighter(old, now)) return [];
    const was = old === undefined ? 'is new' : `was ${JSON.stringify(old)}`;
    return [`${place}: ${name} ${JSON.stringify(now)} ${was}`];
  });
}

function isHigher(before: Json | undefined, after: Json): boolean {
  return Number(after) > (before === undefined ? -Infinity : Number(before));
}

function isLower(before: Json | undefined, after: Json): boolean {
  return Number(after) < (before === undefined ? Infinity : Number(before));
}

function isOther(before: Json | undefined, after: Json): boolean {
  return before !== after;
}
