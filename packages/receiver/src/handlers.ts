import type { EventDefinitions, NoHostEvents } from '@stepward/core/events';
import type { DeduplicationStore } from './deduplication/deduplication.js';
import type {
  EventHead,
  KnownEventOf,
  KnownEventType,
  ReceivedEvent,
  StandardEvent,
  ThinEvent,
} from './received-event.js';

/** The controls of a handler. */
export interface DeliveryContext {
  /**
   * Confirms the event within your transaction, so the handler's writes and the confirmation commit together:
   * `await delivery.confirm(sqlDeduplication(transaction))`. Without it, the event is confirmed when the handler has
   * returned.
   *
   * @throws ClaimLostError where another delivery has claimed the event since: let it roll back.
   */
  confirm(store: DeduplicationStore): Promise<void>;
  /** Answers 410 once the handler has returned, upon which the sender disables the subscription. */
  unsubscribe(): void;
  /**
   * Answers 422 with `webhook-delivery: abort` once the handler has returned: the event can never be handled, and the sender
   * does not try this delivery again. The event is not confirmed, so a replay of it reaches the handler.
   */
  abort(): void;
}

/** Handles an event; a promise is awaited, and its value is ignored. If it throws, the sender retries later. */
export type EventHandler<Event extends EventHead = ReceivedEvent> = (
  event: Event,
  delivery: DeliveryContext,
) => unknown;

/** Handlers by canonical name, of the sender's own `Events` too. */
export type EventHandlers<Events extends EventDefinitions = NoHostEvents> = {
  readonly [Type in KnownEventType<Events>]?: EventHandler<KnownEventOf<Type, Events>>;
} & {
  /**
   * Receives events without their own handler, and unknown ones. Without it such events are acknowledged. An event
   * that has a handler but does not fit its definition fails, so it is not lost.
   */
  readonly '*'?: EventHandler<ReceivedEvent<Events>>;
  /** Receives every event of a subscriber with thin bodies. If there is no `*` either, such a delivery fails. */
  readonly thin?: EventHandler<ThinEvent>;
  /** Receives what other senders of Standard Webhooks send. If there is no `*` either, such a delivery fails. */
  readonly standard_webhooks?: EventHandler<StandardEvent>;
};

/** One function for all events, or a handler for each. */
export type Handlers<Events extends EventDefinitions = NoHostEvents> =
  | EventHandler<ReceivedEvent<Events>>
  | EventHandlers<Events>;

/** The event has a handler, but its data is not what its definition says, and there is no `*`. */
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
 * @throws TypeError if there is none for another sender's delivery, or for one without data.
 */
export function handlerOf(handlers: Handlers, event: ReceivedEvent): EventHandler | null {
  if (typeof handlers === 'function') return handlers;
  if (!event.known && (event.reason === 'standard_webhooks' || event.reason === 'thin')) {
    return handlerOfReason(handlers, event.reason);
  }
  const hasDefinition = event.known || event.reason === 'data_mismatch';
  const own = hasDefinition ? handlers[event.eventType as KnownEventType] : undefined;
  if (event.known && own !== undefined) return own as EventHandler;
  const fallback = handlers['*'] ?? null;
  if (fallback === null && own !== undefined) throw new DataMismatchError(event.eventType);
  return fallback;
}

function handlerOfReason(handlers: EventHandlers, reason: keyof typeof NO_HANDLER): EventHandler {
  const handler = handlers[reason] ?? handlers['*'];
  if (handler !== undefined) return handler as EventHandler;
  throw new TypeError(NO_HANDLER[reason]);
}

const NO_HANDLER = {
  thin: 'the delivery has only the id of its event, and no handler thin or "*" takes it',
  standard_webhooks:
    'the delivery is not an event of a Stepward service, and no handler standard_webhooks or "*" takes it',
};
