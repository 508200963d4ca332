import { uuidv8 } from '../../shared/uuid.js';

/**
 * Code of the host that gets events in its own process, each at least once. `createDeliveryWorker` takes it. An event has one
 * delivery for each handler, which is retried and logged as one to a subscriber is.
 */
export interface Handler {
  /**
   * Names it in the delivery log: 1 to 64 lower-case letters, digits, `-` and `_`, beginning with a letter. The same in each process
   * that has it, and never that of another handler.
   */
  readonly name: string;
  /**
   * The events that it gets: names, or patterns such as `mfa.*`, as in a subscriber's filter; at most 100. With an empty list it
   * works off what waits for it, and gets nothing new.
   */
  readonly events: readonly string[];
  /**
   * Handles an event. One that throws, rejects, or takes longer than `timeoutMs` is a failed attempt; the event comes again, as
   * the schedule says.
   *
   * @param signal aborts after `timeoutMs`: a handler that goes on may run beside its next attempt
   */
  handle(event: HandledEvent, signal: AbortSignal): unknown;
  /** Events that are handled at once, of which a tenant alone gets three quarters; 16, 1 to 256. No other handler uses them. */
  readonly concurrency?: number;
  /** Milliseconds; 15,000, 1 to 15,000. */
  readonly timeoutMs?: number;
}

/** An event as a handler gets it. */
export interface HandledEvent {
  /** The same at each attempt: the `idempotency_key` that subscribers get. */
  readonly id: string;
  /** The canonical name. */
  readonly type: string;
  readonly tenantId: string;
  readonly organisationId: string | null;
  /** The version that it was emitted in, a date; null where its type has none. */
  readonly version: string | null;
  /** As it was emitted: in that version. */
  readonly data: unknown;
  readonly emittedAt: Date;
  /** From 1; to 10, unless `retryDelaysMs` says otherwise. */
  readonly attempt: number;
}

/** What storage is told about a handler by each worker that has it. */
export type HandlerRegistration = Pick<Handler, 'name' | 'events'>;

/** A handler that storage knows. */
export interface KnownHandler extends HandlerRegistration {
  /** When a worker last had it, to the minute. */
  readonly lastSeenAt: Date;
  /** Whether a living worker handles its events. */
  readonly isRunning: boolean;
}

/** Milliseconds after which a worker tells storage again that it has a handler. */
export const HANDLER_SEEN_MS = 60_000;

/** The id that stands for a handler where a subscriber's does: a UUID of version 8, made from the name. */
export function handlerId(name: string): string {
  return uuidv8(JSON.stringify(['stepward/handler/v1', name]));
}

/** Whether an id is a handler's: those of subscribers are random, of version 4. */
export function isHandlerId(id: string): boolean {
  return id.charAt(14) === '8';
}
