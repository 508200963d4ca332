/** An event as it is stored. */
export interface StoredEvent {
  /** The `idempotency_key` that every delivery of it carries: a UUID. */
  readonly id: string;
  /** The canonical name, that of one of Stepward's own events or the host's, or `TEST_EVENT_TYPE`. */
  readonly type: string;
  readonly organisationId: string | null;
  /** The version of its type that the data is in, a date; null where the type has none. */
  readonly version: string | null;
  /** The data as JSON, byte for byte as it will be sent. */
  readonly data: string;
  readonly emittedAt: Date;
  /** It is not delivered at or after this time; null for no end. */
  readonly expiresAt: Date | null;
}

/** Whether it is too late to deliver an event. */
export function isExpired({ expiresAt }: Pick<StoredEvent, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** An event as it is listed. */
export interface ListedEvent extends StoredEvent {
  /** Whether its deliveries were made. A worker does that; until then the event waits in the outbox. */
  readonly dispatched: boolean;
}

/** An event that is checked, ready to be stored. */
export interface PreparedEvent {
  readonly event: StoredEvent;
  /** The event reaches a subscriber if its filter has at least one of these. None has a comma. */
  readonly patterns: readonly string[];
  /** From `orderingKeyOf`: subscribers with `ordering: 'key'` get the events of one key one after the other. Null for none. */
  readonly orderingKey: string | null;
}
