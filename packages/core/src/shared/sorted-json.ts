/** Whether the text of a number has all of its digits: JSON cannot tell 9007199254740993 from 9007199254740992. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Returns the JSON text of a value without blanks, the names of objects sorted by their UTF-16 code units (RFC 8785, JSON
 * Canonicalization Scheme). Null for what is not JSON: undefined, dates, instances of classes, lone surrogates, numbers
 * that are not finite, and integers beyond ±(2^53 − 1).
 *
 * @param levels how deep objects and lists may be inside one another; null for deeper ones
 */
export function sortedJson(value: unknown, levels: number): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return isExact(value) ? JSON.stringify(value) : null;
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? null : JSON.stringify(value);
  if (levels === 0 || typeof value !== 'object') return null;
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      Array.from(value, (item) => sortedJson(item, levels - 1)),
      ']',
    );
  }
  if (!isPlain(value)) return null;
  const members = Object.keys(value)
    .toSorted()
    .map((name) => member(name, value[name], levels));
  return enclosed('{', members, '}');
}

function member(name: string, value: unknown, levels: number): string | null {
  const [key, text] = [sortedJson(name, 0), sortedJson(value, levels - 1)];
  return key === null || text === null ? null : `${key}:${text}`;
}

function enclosed(open: string, parts: readonly (string | null)[], close: string): string | null {
  return parts.includes(null) ? null : `${open}${parts.join(',')}${close}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
