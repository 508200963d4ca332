import { expect, it } from 'vitest';
import { sinkEvent, sinkRetryMs } from './event-sink.js';

it('an event for a sink has the envelope of webhooks, the same each time', () => {
  const event = {
    id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
    type: 'user.deleted',
    organisationId: 'org_1',
    version: '2026-11-01',
    data: '{"id": "usr_1"}',
    emittedAt: new Date('2026-01-01T00:00:00.123Z'),
    expiresAt: null,
  };
  const { data: _, ...rest } = event;
  expect(sinkEvent('acme', event)).toEqual({
    ...rest,
    tenantId: 'acme',
    body:
      '{"event_type":"user.deleted","event_id":"3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21",' +
      '"timestamp":"2026-01-01T00:00:00.123Z","idempotency_key":"3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21",' +
      '"data":{"id": "usr_1"}}',
  });
});

it('a sink that keeps failing is tried after 1, 2, 4 and 8 seconds, and then every 15', () => {
  expect([1, 2, 3, 4, 5, 6, 5_000].map(sinkRetryMs)).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});
