/** An event in the outbox. Those of a tenant are dispatched in the order of their time, then of their id. */
export interface WaitingEvent {
  readonly tenantId: string;
  /** `tenantShard` of its tenant. */
  readonly shard: number;
  readonly eventId: string;
  readonly emittedAt: Date;
}

/** Whether an event is dispatched before another one of its tenant. */
export function isBefore(event: WaitingEvent, other: WaitingEvent): boolean {
  const ms = event.emittedAt.getTime() - other.emittedAt.getTime();
  return ms === 0 ? event.eventId < other.eventId : ms < 0;
}
