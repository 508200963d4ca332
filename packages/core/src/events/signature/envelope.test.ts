import { describe, expect, it } from 'vitest';
import { renderEnvelope, type EnvelopeHead } from './envelope.js';

const HEAD: EnvelopeHead = {
  eventType: 'user.deleted',
  eventId: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
  timestamp: '2026-01-01T00:00:00.000Z',
  idempotencyKey: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
};

describe('the body of a delivery', () => {
  // spec: envelope/data
  it('has the members of the specification, in its order', () => {
    expect(renderEnvelope(HEAD, '{"id":"usr_1"}')).toBe(
      '{"event_type":"user.deleted","event_id":"0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11",' +
        '"timestamp":"2026-01-01T00:00:00.000Z",' +
        '"idempotency_key":"3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21","data":{"id":"usr_1"}}',
    );
  });

  it.each(['{}', '{ "b":1.0, "a":1e21,"b":2}', String.raw`{"text":"\u0000 \ud800 }\"]"}`])(
    'holds the data byte for byte: %s',
    (data) => {
      expect(renderEnvelope(HEAD, data).endsWith(`,"data":${data}}`)).toBe(true);
      expect(JSON.parse(renderEnvelope(HEAD, data))).toMatchObject({ data: JSON.parse(data) });
    },
  );

  it('lets no member break out of its quotes', () => {
    const head = { ...HEAD, eventType: 'a","data":{"x":1},"b":"' };
    expect(JSON.parse(renderEnvelope(head, '{}'))).toMatchObject({
      event_type: head.eventType,
      data: {},
    });
  });
});
