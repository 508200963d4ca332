import type { DeduplicationStore } from './deduplication.js';
import type { EventHead, KnownEventOf, KnownEventType, ReceivedEvent } from './received-event.js';

/** What a handler can do beside handling. */
export interface DeliveryContext {
  /**
   * Confirms the event within your transaction, so that what the handler wrote there and the confirmation
   * are kept together or not at all: `await delivery.confirm(sqlDeduplication(transaction))`. Without it,
   * the event is confirmed when the handler has returned.
   *
   * @throws ClaimLostError where another delivery has claimed the event since: let it roll back.
   */
  confirm(store: DeduplicationStore): Promise<void>;
  /** Answers 410 once the handler has returned, upon which the sender disables the subscription. */
  unsubscribe(): void;
}

/**
 * Handles an event; a promise is waited for, and what it gives is not looked at. Where it throws, the
 * sender tries again later.
 */
export type EventHandler<Event extends EventHead = ReceivedEvent> = (
  event: Event,
  delivery: DeliveryContext,
) => unknown;

/** Handlers by canonical name. */
export type EventHandlers = {
  readonly [Type in KnownEventType]?: EventHandler<KnownEventOf<Type>>;
} & {
  /**
   * Gets what has no handler of its own, and what is not known. Without it such events are answered as
   * handled; but one that has a handler and whose data does not fit fails, so that it is not lost.
   */
  readonly '*'?: EventHandler;
};

/** One function for all events, or a handler for each. */
export type Handlers = EventHandler | EventHandlers;

/** The event has a handler, but its data is not what the catalogue says, and there is no `*`. */
export class DataMismatchError extends Error {
  override readonly name = 'DataMismatchError';

  constructor(eventType: string) {
    super(`the data of ${eventType} is not what its handler expects, and no "*" takes it`);
  }
}

/**
 * Returns the handler of an event; null if there is none.
 *
 * @throws DataMismatchError if there is a handler and the data does not fit its type.
 */
export function handlerOf(handlers: Handlers, event: ReceivedEvent): EventHandler | null {
  if (typeof handlers === 'function') return handlers;
  const isOfCatalogue = event.known || event.reason === 'data_mismatch';
  const own = isOfCatalogue ? handlers[event.eventType as KnownEventType] : undefined;
  if (event.known && own !== undefined) return own as EventHandler;
  const fallback = handlers['*'] ?? null;
  if (fallback === null && own !== undefined) throw new DataMismatchError(event.eventType);
  return fallback;
}
