import { renderEnvelope } from '../../events/signature/envelope.js';
import type { StoredEvent } from '../../records/stored-event.js';
import { seconds } from '../../shared/duration.js';

/** A log of messages outside of the process that events are published to, such as a stream of NATS or a topic of Kafka. */
export interface EventSink {
  /**
   * Stores events of one tenant, one after the other. Resolves when all of them are stored. Where it rejects, some may be
   * stored, and no later one without those before it; all of them come again, with the same ids and bodies.
   *
   * Events of several tenants are published at once, those of one tenant never. A sink stores an event once where it can tell by
   * its tenant and id that it has it.
   *
   * @param events at least one
   * @param signal aborts after 15 seconds: the call counts as failed, and must store nothing more
   */
  publish(events: readonly SinkEvent[], signal: AbortSignal): Promise<void>;
}

/** An event as a sink gets it: the same each time. */
export interface SinkEvent {
  /** The `idempotency_key` that subscribers get: a UUID, unique within its tenant. */
  readonly id: string;
  /** The canonical name. */
  readonly type: string;
  readonly tenantId: string;
  readonly organisationId: string | null;
  /** The version that it was emitted in, a date; null where its type has none. */
  readonly version: string | null;
  readonly emittedAt: Date;
  /** It is of no use from this time on; it is published nevertheless. Null for no end. */
  readonly expiresAt: Date | null;
  /**
   * The envelope that webhooks have, as JSON: `event_type`, `event_id` and `idempotency_key`, both the id, `timestamp`, when it was
   * emitted, and `data`. Unsigned.
   */
  readonly body: string;
}

export function sinkEvent(tenantId: string, event: StoredEvent): SinkEvent {
  const { id, type, organisationId, version, data, emittedAt, expiresAt } = event;
  const timestamp = emittedAt.toISOString();
  const head = { eventType: type, eventId: id, timestamp, idempotencyKey: id };
  const body = renderEnvelope(head, data);
  return { id, type, tenantId, organisationId, version, emittedAt, expiresAt, body };
}

/** The name under which storage and the log have a sink, as they have a handler. No handler of the host has a dot in its name. */
export function sinkHandlerName(name: string): string {
  return `sink.${name}`;
}

const FIRST_RETRY_MS = seconds(1);
const LAST_RETRY_MS = seconds(15);

/** Milliseconds until the events of a tenant are published again, by the number of failures in a row: 1 second, doubled each time, to 15. */
export function sinkRetryMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
}
