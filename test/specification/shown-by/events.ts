import type { ShownBy } from '../evidence.js';
import { deliveries, deliveryLog, listedEvents, retries, subscribers } from './files.js';

const headers = 'the headers are those of the two tables, and what HTTP itself asks for';
const envelope =
  'it is a POST to the path as it was registered, with the five members of the envelope';
const renderRequest = 'packages/core/src/webhooks/render-request.test.ts';
const guardedTargets = 'packages/webhooks/src/webhook-sender.targets.test.ts';
const pinnedConnector = 'packages/webhooks/src/pinned-connector.test.ts';

export const events: ShownBy = {
  Events: {
    'Events are stored in an Events API': {
      [listedEvents]: ['an event is listed with its data as it was emitted, byte for byte'],
      [deliveries]: [envelope],
    },
  },

  'Envelope (JSON body of each delivery)': {
    'event_type | string': {
      [deliveries]: [
        envelope,
        'a subscriber that asked for legacy names gets them, in header and body, and is verified',
      ],
    },
    'event_id | string': {
      [deliveries]: [
        envelope,
        'each subscriber has an event_id of its own for one event, and both have one idempotency key',
      ],
      [retries]: ['has a new event_id, the same idempotency key and attempts from 1'],
    },
    'timestamp | string': {
      [deliveries]: [envelope, 'refuses one whose body, secret or timestamp is another'],
      [renderRequest]: ['says the same in its headers and in its body'],
    },
    'idempotency_key | string': {
      [deliveries]: [
        envelope,
        'each subscriber has an event_id of its own for one event, and both have one idempotency key',
      ],
      'packages/receiver/src/handle-delivery.test.ts': [
        'that comes 20 times at once is handled once',
      ],
    },
    'data | object': {
      [deliveries]: [envelope, 'a body that is not ASCII is signed and counted in bytes of UTF-8'],
      'packages/core/src/events/envelope.test.ts': [
        'has the members of the specification, in its order',
      ],
    },
  },

  'Request headers': {
    'Content-Type | application/json': { [deliveries]: [headers] },
    'X-Service-Signature': {
      [deliveries]: [headers, 'accepts a delivery'],
      'packages/core/src/events/signature.test.ts': [
        'the X-Service-Signature header › has one element for each live secret, as OpenSSL computes it',
      ],
    },
    'X-Webhook-Event': { [deliveries]: [headers] },
    'X-Webhook-Id': { [deliveries]: [headers, envelope] },
    'X-Webhook-Timestamp': { [deliveries]: [headers] },
    'X-Idempotency-Key': { [deliveries]: [headers, envelope] },
    'X-Webhook-Attempt': {
      [deliveries]: [headers],
      [retries]: [
        'ten attempts, each at its due time and not a millisecond before, then it is exhausted',
      ],
    },
    'X-Webhook-Source': {
      [deliveries]: [headers],
      'packages/core/src/webhooks/outbox-service.test.ts': [
        'gives a signed request, stamped now, leased for the attempt and a margin',
      ],
    },
    '1. Payloads are signed with HMAC-SHA256': {
      [deliveries]: [
        'accepts a delivery',
        'refuses one whose body, secret or timestamp is another',
      ],
      'packages/core/src/webhooks/subscriber-service.test.ts': ['has a secret of its own'],
    },
    '2. Failed deliveries are retried': {
      [retries]: [
        'ten attempts, each at its due time and not a millisecond before, then it is exhausted',
        'a delivery that succeeds later is not attempted again',
      ],
      'packages/core/src/webhooks/retry-schedule.test.ts': ['ends with the 10th attempt'],
    },
    '3. Deliveries are logged and can be replayed manually': {
      [deliveryLog]: [
        'a delivery is shown from the moment of its event to its last attempt',
        'a replay is a new delivery of the same event',
        'a range is replayed once, from since on and before until, in one status',
      ],
      [deliveries]: ['nobody gets what the filter holds back, nor what is another tenant’s'],
    },
    '4. The target hostname is resolved first': {
      [guardedTargets]: [
        'is neither dialled nor registered: %j',
        'is neither as %s, as a literal or behind a name',
        'is the address that was vetted, whatever the name says later',
      ],
      [pinnedConnector]: [
        'is made to the pinned address of %s › a name',
        'is given up, with nothing written, where the socket ended up elsewhere',
      ],
    },
    '5. Exact string that is signed': {
      [deliveries]: [
        'accepts a delivery',
        'accepts either secret during a rotation, and the new one alone after it',
      ],
      'packages/receiver/src/vectors.test.ts': [
        'is what core signs',
        'is accepted by whoever holds %s',
      ],
    },
    '6. Subscriber registration endpoints': {
      [subscribers]: [
        'a subscriber lives: made, shown, changed, rotated, disabled, enabled and removed',
      ],
      [retries]: [
        '%i is a success',
        '%i is a failure, and is retried',
        '410 ends the delivery and disables the subscriber, with an audit entry',
      ],
      'packages/webhooks/src/webhook-sender.test.ts': [
        'fails with timed_out at its deadline where the receiver %s',
      ],
      'packages/core/src/webhooks/retry-schedule.test.ts': [
        'waits after attempt %d for %d ms, and up to a tenth more',
      ],
    },
  },
};
