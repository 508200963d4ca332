import type { EventDescription } from '@stepward/core';

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
