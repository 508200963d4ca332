/** The members of a delivery's body beside `data` (specification, "Envelope"). */
export interface EnvelopeHead {
  /** The event's name, in the spelling that the subscriber asked for. */
  readonly eventType: string;
  /** The delivery's id: one for each event and subscriber, the same over its attempts. */
  readonly eventId: string;
  /** When the attempt is made: ISO 8601 in UTC with milliseconds. */
  readonly timestamp: string;
  readonly idempotencyKey: string;
}

/** The body of one attempt. The data goes into it as it was stored, byte for byte. */
export function renderEnvelope(head: EnvelopeHead, data: string): string {
  const members = JSON.stringify({
    event_type: head.eventType,
    event_id: head.eventId,
    timestamp: head.timestamp,
    idempotency_key: head.idempotencyKey,
  });
  return `${members.slice(0, -1)},"data":${data}}`;
}
