import { err, ok } from 'neverthrow';
import type { FieldViolation } from '../../shared/checks/field-violation.js';
import type { RecordField } from '../../shared/checks/record-field.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { open, seal } from '../../shared/keys/seal.js';
import { parseUrl } from '../../shared/parse-url.js';
import { originOf } from './destination-url.js';
import type { SecretOwner } from './signing-secret.js';
import type { SealedHeaders, Subscriber } from './subscriber.js';

/** Headers that a subscriber adds to its requests, by their names in lower case. Values are secrets, such as tokens. */
export type CustomHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 10;
const MAX_VALUE_LENGTH = 1_024;
/** Of all names and values: receivers refuse requests with 8 KiB of headers, and ours need a part of that. */
const MAX_TOTAL_LENGTH = 4_096;

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** Printable ASCII, and white space within. */
const VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

/** Those of an attempt, of its framing, and those that are for one connection (RFC 9110 section 7.6.1). */
const RESERVED_PREFIXES = ['x-webhook-', 'webhook-', 'proxy-', 'content-', 'accept-', 'sec-'];
const RESERVED: readonly string[] = [
  ...['x-service-signature', 'x-idempotency-key', 'user-agent', 'host', 'accept', 'date', 'expect'],
  ...[
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'http2-settings',
  ],
];

const LIMIT =
  `at most ${String(MAX_HEADERS)} headers, names of 1 to 64 letters, digits, - and _, without those that are sent in any case; ` +
  `values of 1 to ${String(MAX_VALUE_LENGTH)} printable ASCII characters; ${String(MAX_TOTAL_LENGTH)} characters in all`;

/** The custom headers of a subscriber, as a caller writes them; null or an empty object for none. */
export const headersField: RecordField<CustomHeaders | null | undefined> = {
  schema: {
    anyOf: [
      {
        type: 'object',
        maxProperties: MAX_HEADERS,
        additionalProperties: { type: 'string', minLength: 1, maxLength: MAX_VALUE_LENGTH },
        title: 'CustomHeaders',
      },
      { type: 'null' },
    ],
    description: `Headers to add to each request, ${LIMIT}. They replace those that are set, and are never shown. Required, or null, with a URL of another origin where headers are set.`,
    writeOnly: true,
    examples: [{ authorization: 'Bearer 7d1f' }],
  },
  isSecret: true,
  read(input) {
    if (input === null) return ok(null);
    const headers = readHeaders(input);
    if (headers === null) return err({ rule: 'headers', limit: LIMIT });
    return ok(Object.keys(headers).length === 0 ? null : headers);
  },
};

/** Returns the headers under names in lower case; null where one is not allowed, or a name occurs twice. */
function readHeaders(input: unknown): CustomHeaders | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const entries = Object.entries(input).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const names = new Set(entries.map(([name]) => name));
  if (entries.length > MAX_HEADERS || names.size < entries.length) return null;
  if (!entries.every(isAllowed)) return null;
  const total = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return total > MAX_TOTAL_LENGTH ? null : Object.fromEntries(entries);
}

function isAllowed(entry: readonly [string, unknown]): entry is readonly [string, string] {
  const [name, value] = entry;
  const isOurs =
    RESERVED.includes(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));
  const isValue =
    typeof value === 'string' && value.length <= MAX_VALUE_LENGTH && VALUE.test(value);
  return NAME.test(name) && !isOurs && isValue;
}

/**
 * Refuses to keep headers for a URL of another origin, where the caller that changes the URL could read them. An invalid URL is left to
 * its own rules.
 */
export function refusedOrigin(
  { url, headers }: { readonly url?: unknown; readonly headers?: unknown },
  stored: Pick<Subscriber, 'url' | 'headers'>,
): FieldViolation | null {
  if (stored.headers === null || headers !== undefined) return null;
  if (typeof url !== 'string' || parseUrl(url) === null) return null;
  if (originOf(url) === originOf(stored.url)) return null;
  return { field: 'headers', rule: 'headers_origin', limit: ORIGIN_LIMIT, value: null };
}

const ORIGIN_LIMIT =
  'headers for the new origin, or null: those that are set were entered for another origin than that of the new URL';

/** @param nonce `NONCE_BYTES` random bytes */
export function sealHeaders(
  keys: KeyRing,
  owner: SecretOwner,
  headers: CustomHeaders,
  nonce: Uint8Array,
): SealedHeaders {
  const sealed = seal(keys, headersContext(owner), JSON.stringify(headers), nonce);
  return { names: Object.keys(headers), sealed };
}

/** Returns the headers; null where the key that sealed them is gone from the ring. */
export function openHeaders(
  keys: KeyRing,
  owner: SecretOwner,
  headers: SealedHeaders | null,
): CustomHeaders | null {
  if (headers === null) return {};
  const opened = open(keys, headersContext(owner), headers.sealed);
  return opened === null ? null : (JSON.parse(opened) as CustomHeaders);
}

function headersContext({ tenantId, subscriberId }: SecretOwner): readonly string[] {
  return ['webhook headers', tenantId, subscriberId];
}
