import type { EventDescription } from '@stepward/core';
import packageJson from '../../package.json' with { type: 'json' };

type Json = Readonly<Record<string, unknown>>;

/** The AsyncAPI 3.0 document of the events, as subscribers receive them. */
export function asyncApiDocument(events: readonly EventDescription[]): Json {
  const messages = events.flatMap(messagesOf);
  const names = messages.map(([name]) => name);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Stepward events',
      version: packageJson.version,
      description:
        'The events that are delivered to the webhooks of a tenant, one HTTP request each.',
      license: { name: packageJson.license },
    },
    defaultContentType: 'application/json',
    channels: {
      webhooks: {
        // The URL of the subscriber.
        address: null,
        description:
          'A POST to the URL of the webhook. A delivery is repeated until it is answered with 2xx. A webhook with the body `thin` gets `{ id }` for `data`, with the `idempotency_key`.',
        messages: Object.fromEntries(names.map((name) => [name, messageAt('components', name)])),
        bindings: { http: {} },
      },
    },
    operations: {
      deliverEvent: {
        action: 'send',
        summary: 'Delivers an event to each webhook whose filter selects it.',
        channel: { $ref: '#/channels/webhooks' },
        messages: names.map((name) => messageAt('channels/webhooks', name)),
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      schemas: { DeliveryHeaders: HEADERS_SCHEMA },
      messages: Object.fromEntries(messages),
    },
  };
}

function messageAt(place: string, name: string): Json {
  return { $ref: `#/${place}/messages/${name}` };
}

/** A message for each version; that of the newest has the name of the event alone. */
function messagesOf(event: EventDescription): readonly (readonly [name: string, message: Json])[] {
  const older = event.olderVersions.map((version) => {
    return [`${event.type}.${version.version}`, messageOf({ ...event, ...version })] as const;
  });
  return [[event.type, messageOf(event)], ...older];
}

function messageOf(event: EventDescription): Json {
  const { type, description, version } = event;
  const { schema, example } = describeDelivery(event);
  const headers = headersOf(example, version);
  return {
    name: type,
    summary: version === null ? description : `${description}, in the version of ${version}`,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/DeliveryHeaders' },
    payload: schema,
    examples: [{ headers, payload: example }],
  };
}

/** Specification, "Request headers", and those beside it; the last three are those of Standard Webhooks 1.0, which a host may switch off. */
const HEADERS = {
  'X-Service-Signature':
    '`t=<time>,v1=<hex>`: the HMAC-SHA256 of the time, a dot and the body. During a rotation one `v1` for each secret.',
  'X-Webhook-Event': 'The type of the event, in the spelling that the webhook asks for.',
  'X-Webhook-Id': 'The id of the delivery, the same for each attempt: `event_id` of the body.',
  'X-Webhook-Timestamp': 'The time of the attempt in ISO 8601: `timestamp` of the body.',
  'X-Idempotency-Key': 'The same for each attempt and each replay: `idempotency_key` of the body.',
  'X-Webhook-Attempt': 'The number of the attempt, from 1.',
  'X-Webhook-Sequence':
    'The number of the delivery among all to the subscriber, from 1 and without gaps; not in a test.',
  'X-Webhook-Source': 'The service that sends it.',
  'X-Webhook-Version': 'The version of `data`, a date; only of events with versions.',
  'webhook-id': 'The id of the delivery.',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970.',
  'webhook-signature': '`v1,<base64>`, one for each secret.',
} as const;

const REQUIRED_HEADERS = Object.keys(HEADERS).filter(
  (name) => name.startsWith('X-') && name !== 'X-Webhook-Version',
);

const HEADERS_SCHEMA: Json = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(HEADERS).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required: REQUIRED_HEADERS,
};

/** The headers that repeat the body, and those that do not depend on it. */
function headersOf(delivery: Json, version: string | null): Json {
  return {
    'X-Service-Signature': `t=${String(delivery['timestamp'])},v1=${'0'.repeat(64)}`,
    'X-Webhook-Event': delivery['event_type'],
    'X-Webhook-Id': delivery['event_id'],
    'X-Webhook-Timestamp': delivery['timestamp'],
    'X-Idempotency-Key': delivery['idempotency_key'],
    'X-Webhook-Attempt': '1',
    'X-Webhook-Sequence': '12',
    'X-Webhook-Source': 'stepward',
    ...(version !== null && { 'X-Webhook-Version': version }),
  };
}

/** The body of a delivery as JSON Schema, and an example of it (specification, "Envelope"). */
export interface DescribedDelivery {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** Describes the deliveries of an event. */
export function describeDelivery({ type, schema, example }: EventDescription): DescribedDelivery {
  const { $schema: _, ...data } = schema;
  return {
    schema: {
      type: 'object',
      properties: {
        event_type: { const: type },
        event_id: { type: 'string', format: 'uuid' },
        timestamp: { type: 'string', format: 'date-time' },
        idempotency_key: { type: 'string' },
        data,
      },
      required: ['event_type', 'event_id', 'timestamp', 'idempotency_key', 'data'],
    },
    example: {
      event_type: type,
      event_id: '01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b',
      timestamp: '2026-01-01T00:00:00.000Z',
      idempotency_key: '01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5a',
      data: example,
    },
  };
}
