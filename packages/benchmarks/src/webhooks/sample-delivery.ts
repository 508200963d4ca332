import { serviceSignature, standardSignature } from '@stepward/core/webhooks';
import { sampleUser } from './sample-user.js';
import { renderEnvelope } from '@stepward/core/events';

export const SECRET = `whsec_${Buffer.alloc(32, 'benchmark').toString('base64')}`;

/** A delivery as it arrives, signed just now. */
export interface SampleDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly text: string;
  readonly timestamp: string;
  readonly sentAt: Date;
}

/** A delivery whose body has about so many bytes. */
export function sampleDelivery(bytes: number): SampleDelivery {
  const sentAt = new Date();
  const timestamp = sentAt.toISOString();
  const eventId = '0198c0de-0000-7000-8000-000000000001';
  const idempotencyKey = '0198c0de-0000-7000-8000-000000000002';
  const head = { eventType: 'user.created', eventId, timestamp, idempotencyKey };
  const bodyWith = (padding: string): string =>
    renderEnvelope(head, JSON.stringify({ ...sampleUser(1), note: padding }));
  const text = bodyWith('x'.repeat(bytes - bodyWith('').length));
  const seconds = String(Math.floor(sentAt.getTime() / 1_000));
  return {
    headers: {
      'content-type': 'application/json',
      'content-length': String(text.length),
      host: 'receiver.example',
      'x-service-signature': serviceSignature([SECRET], timestamp, text),
      'x-webhook-event': 'user.created',
      'x-webhook-id': eventId,
      'x-webhook-timestamp': timestamp,
      'x-idempotency-key': idempotencyKey,
      'x-webhook-attempt': '1',
      'x-webhook-source': 'stepward',
      'webhook-id': eventId,
      'webhook-timestamp': seconds,
      'webhook-signature': standardSignature([SECRET], eventId, seconds, text),
    },
    body: Buffer.from(text),
    text,
    timestamp,
    sentAt,
  };
}
