/** A delivery's body (specification, "Envelope"). */
export interface Envelope {
  /** As received: canonical, legacy, or one that this version does not know. */
  readonly eventType: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly idempotencyKey: string;
  readonly data: unknown;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** No event has a longer name, and a longer one should not be logged. */
const EVENT_TYPE = /^[\w.-]{1,128}$/;

/** Reads the envelope; null if the body is not UTF-8, not JSON, or not an envelope. */
export function parseEnvelope(body: Uint8Array): Envelope | null {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'data')) return null;
  const members = value as Readonly<Record<string, unknown>>;
  const { event_type, event_id, timestamp, idempotency_key, data } = members;
  if (!isEventType(event_type) || typeof timestamp !== 'string') return null;
  if (!isText(event_id, UUID) || !isText(idempotency_key, UUID)) return null;
  return {
    eventType: event_type,
    eventId: event_id,
    timestamp,
    idempotencyKey: idempotency_key,
    data,
  };
}

/** Undefined where a body is not UTF-8, or not JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Whether a value is a name of an event that can be logged. */
export function isEventType(value: unknown): value is string {
  return isText(value, EVENT_TYPE);
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
