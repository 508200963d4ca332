import {
  checkOptions,
  entryOf,
  isFunction,
  isObject,
  isOneOf,
  isText,
  legacyName,
  optional,
  renderEnvelope,
  required,
  TEST_EVENT_TYPE,
  type DataOfEvent,
  type HmacSha256,
} from '@stepward/core/events';
import { hmacOf } from './hmac.js';
import type { KnownEventType } from './received-event.js';

/** The data that a test event can be given. */
export type TestEventData<Type extends KnownEventType | typeof TEST_EVENT_TYPE> =
  Type extends KnownEventType ? Partial<DataOfEvent<Type>> : Readonly<Record<string, unknown>>;

export interface TestEventOptions<Type extends KnownEventType | typeof TEST_EVENT_TYPE> {
  /** Signs the event; several of them as during a rotation. */
  readonly secret: string | readonly string[];
  /** Fields to put in place of the sample's; undefined leaves one out. */
  readonly data?: TestEventData<Type>;
  /** When it was sent; now. */
  readonly now?: Date;
  /** How its name is spelled; `canonical`. */
  readonly naming?: 'canonical' | 'legacy';
  /** A new UUID by default. */
  readonly eventId?: string;
  /** A new UUID by default. */
  readonly idempotencyKey?: string;
  /** From 1; 1. */
  readonly attempt?: number;
  /** By default `node:crypto` where the runtime has it, and Web Crypto elsewhere. */
  readonly hmacSha256?: HmacSha256;
}

/** A signed request, as `receive` takes it. With `method: 'POST'` it makes a `Request`. */
export interface TestEvent {
  readonly headers: Record<string, string>;
  /** Bytes, of whichever type your version of TypeScript takes for a body. */
  readonly body: ReturnType<InstanceType<typeof TextEncoder>['encode']>;
}

/**
 * Makes a delivery as the sender does, for your own tests: of any event, with the catalogue's sample for
 * its data, or of `TEST_EVENT_TYPE`, which subscribers can ask for.
 */
export async function testEvent<Type extends KnownEventType | typeof TEST_EVENT_TYPE>(
  type: Type,
  options: TestEventOptions<Type>,
): Promise<TestEvent> {
  checkOptions<TestEventOptions<Type>>('testEvent', options, TEST_EVENT_RULES);
  const { secret, naming = 'canonical', now = new Date(), attempt = 1 } = options;
  const { eventId = crypto.randomUUID(), idempotencyKey = crypto.randomUUID() } = options;
  const { hmacSha256 = hmacOf(globalThis) } = options;
  const eventType = naming === 'legacy' ? legacyName(type) : type;
  const timestamp = now.toISOString();
  const data = JSON.stringify({ ...sampleOf(type), ...options.data });
  const body = renderEnvelope({ eventType, eventId, timestamp, idempotencyKey }, data);
  const bytes = new TextEncoder().encode(body);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  return {
    headers: {
      'content-type': 'application/json',
      'x-service-signature': await sign(secrets, timestamp, bytes, hmacSha256),
      'x-webhook-event': eventType,
      'x-webhook-id': eventId,
      'x-webhook-timestamp': timestamp,
      'x-idempotency-key': idempotencyKey,
      'x-webhook-attempt': String(attempt),
      'x-webhook-source': 'stepward-test',
    },
    body: bytes,
  };
}

const TEST_EVENT_RULES = {
  secret: required('a secret, or an array of them', (value) =>
    Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value),
  ),
  data: optional('an object of fields', isObject),
  now: optional('a Date', (value) => value instanceof Date),
  naming: optional("'canonical' or 'legacy'", isOneOf('canonical', 'legacy')),
  eventId: optional('a string', isText),
  idempotencyKey: optional('a string', isText),
  attempt: optional('an integer from 1', (value) => Number.isInteger(value) && Number(value) > 0),
  hmacSha256: optional('a function', isFunction),
};

function sampleOf(type: KnownEventType | typeof TEST_EVENT_TYPE): object {
  return type === TEST_EVENT_TYPE ? {} : entryOf(type).sample;
}

async function sign(
  secrets: readonly string[],
  timestamp: string,
  body: Uint8Array,
  hmacSha256: HmacSha256,
): Promise<string> {
  const digests = await Promise.all(
    secrets.map(async (secret) => hmacSha256(secret, `${timestamp}.`, body)),
  );
  return [`t=${timestamp}`, ...digests.map((digest) => `v1=${digest}`)].join(',');
}
