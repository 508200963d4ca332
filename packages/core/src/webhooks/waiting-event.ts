/** An event in the outbox. Those of a tenant are dispatched in the order of their time, then of their arrival. */
export interface WaitingEvent {
  readonly tenantId: string;
  /** `tenantShard` of its tenant. */
  readonly shard: number;
  readonly eventId: string;
  readonly emittedAt: Date;
}
