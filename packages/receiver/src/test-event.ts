import {
  checkOptions,
  createEventRegistry,
  isFunction,
  isObject,
  isOneOf,
  isText,
  legacyName,
  optional,
  renderEnvelope,
  TEST_EVENT_TYPE,
  type EventDefinitions,
  type HmacSha256,
  type NoHostEvents,
} from '@stepward/core/events';
import { concatBytes, toBytes } from './bytes.js';
import { hmacOf } from './verification/hmac.js';
import { publicKey } from './verification/public-keys.js';
import type { KnownEventOf, KnownEventType } from './received-event.js';

/** The data of a test event. */
export type TestEventData<
  Type extends TestEventType<Events>,
  Events extends EventDefinitions = NoHostEvents,
> =
  Type extends KnownEventType<Events>
    ? Partial<KnownEventOf<Type, Events>['data']>
    : Readonly<Record<string, unknown>>;

type TestEventType<Events extends EventDefinitions> =
  | KnownEventType<Events>
  | typeof TEST_EVENT_TYPE;

/** A private Ed25519 key as a JSON Web Key (RFC 8037 section 2); other members are ignored. */
export interface PrivateJwk {
  readonly kty?: string;
  readonly crv?: string;
  /** The public key, 32 bytes in base64url. */
  readonly x?: string;
  /** The private key, 32 bytes in base64url. */
  readonly d?: string;
}

export interface TestEventOptions<
  Type extends TestEventType<Events>,
  Events extends EventDefinitions = NoHostEvents,
> {
  /** Makes `X-Service-Signature`; several of them as during a rotation. Optional beside `privateKey`. */
  readonly secret?: string | readonly string[];
  /** Makes the headers of Standard Webhooks, with a signature `v1a`, as for a subscriber with that `signature`. */
  readonly privateKey?: PrivateJwk;
  /** The sender's own events, as `createReceiver` takes them. */
  readonly events?: Events;
  /** Fields to put in place of the example's; undefined leaves one out. */
  readonly data?: TestEventData<Type, Events>;
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
  /** `X-Webhook-Sequence`, from 1; without the header by default. */
  readonly sequence?: number;
  /** By default `node:crypto` if the runtime has it, otherwise Web Crypto. */
  readonly hmacSha256?: HmacSha256;
}

/** A signed request, as `receive` accepts it. With `method: 'POST'` it can be passed to `Request`. */
export interface TestEvent {
  readonly headers: Record<string, string>;
  /** Bytes, of whichever type your version of TypeScript takes for a body. */
  readonly body: ReturnType<InstanceType<typeof TextEncoder>['encode']>;
}

/**
 * Creates a delivery like the sender's, for your own tests: of any event, with the example of its definition for its
 * data, or of `TEST_EVENT_TYPE`, which subscribers can ask for.
 */
export async function testEvent<
  Type extends TestEventType<Events>,
  const Events extends EventDefinitions = NoHostEvents,
>(type: Type, options: TestEventOptions<Type, Events>): Promise<TestEvent> {
  checkOptions<TestEventOptions<Type, Events>>('testEvent', options, TEST_EVENT_RULES);
  const { secret, privateKey, naming = 'canonical', now = new Date() } = options;
  const { attempt = 1, sequence } = options;
  if (secret === undefined && privateKey === undefined) {
    throw new TypeError(`testEvent: secret must be ${SECRET}`);
  }
  const { eventId = crypto.randomUUID(), idempotencyKey = crypto.randomUUID() } = options;
  const { hmacSha256 = hmacOf(globalThis) } = options;
  const eventType = naming === 'legacy' ? legacyName(type) : type;
  const timestamp = now.toISOString();
  const data = JSON.stringify({ ...exampleOf(type, options.events), ...options.data });
  const body = renderEnvelope({ eventType, eventId, timestamp, idempotencyKey }, data);
  const bytes = new TextEncoder().encode(body);
  return {
    headers: {
      'content-type': 'application/json',
      ...(secret !== undefined && {
        'x-service-signature': await sign([secret].flat(), timestamp, bytes, hmacSha256),
      }),
      ...(privateKey !== undefined && (await standardHeaders(privateKey, eventId, now, bytes))),
      'x-webhook-event': eventType,
      'x-webhook-id': eventId,
      'x-webhook-timestamp': timestamp,
      'x-idempotency-key': idempotencyKey,
      'x-webhook-attempt': String(attempt),
      ...(sequence !== undefined && { 'x-webhook-sequence': String(sequence) }),
      'x-webhook-source': 'stepward-test',
    },
    body: bytes,
  };
}

const SECRET = 'a secret, or an array of them; it may be left out beside privateKey';

const TEST_EVENT_RULES = {
  secret: optional(SECRET, (value) =>
    Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value),
  ),
  privateKey: optional('a private Ed25519 key as a JSON Web Key', isPrivateJwk),
  events: optional("an object: { 'invoice.paid': defineEvent({ … }) }", isObject),
  data: optional('an object of fields', isObject),
  now: optional('a Date', (value) => value instanceof Date),
  naming: optional("'canonical' or 'legacy'", isOneOf('canonical', 'legacy')),
  eventId: optional('a string', isText),
  idempotencyKey: optional('a string', isText),
  attempt: optional('an integer from 1', isCount),
  sequence: optional('an integer from 1', isCount),
  hmacSha256: optional('a function', isFunction),
};

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

function isPrivateJwk(value: unknown): boolean {
  const { kty, crv, x, d } = (value ?? {}) as PrivateJwk;
  return publicKey({ kty, crv, x }) !== null && isText(d);
}

function exampleOf(type: string, events: EventDefinitions | undefined): object {
  if (type === TEST_EVENT_TYPE) return {};
  const registered = createEventRegistry(events, 'testEvent').find(type);
  if (registered === null) throw new TypeError(`testEvent: there is no event ${type}`);
  return registered.definition.example as object;
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

/** By Web Crypto, which Node and edge runtimes have. */
async function standardHeaders(
  { x = '', d = '' }: PrivateJwk,
  eventId: string,
  now: Date,
  body: Uint8Array,
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const message = concatBytes([toBytes(`${eventId}.${seconds}.`), body]);
  const { subtle } = crypto;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x, d };
  const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']);
  const signature = new Uint8Array(await subtle.sign('Ed25519', key, message));
  return {
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1a,${btoa(String.fromCharCode(...signature))}`,
  };
}
