import { createKeyRing, createStepward, type Clock, type Stepward } from '@stepward/core';
import type { DeliveryQueue } from '@stepward/core/adapter';
import { createRecordingSmsSender } from '@stepward/testing';
import { createPostgresStorage, type PostgresPool } from '@stepward/postgres';
import { loopbackTargets } from '../harness/loopback.js';

const codeKey = { id: 'codes', secret: new Uint8Array(32).fill(1) };
const webhookKey = { id: 'webhooks', secret: new Uint8Array(32).fill(2) };

/**
 * The services as every process of these tests has them: with the same keys.
 *
 * @param around puts something between a worker and its queue; nothing by default
 */
export function crashStepward(
  pool: PostgresPool,
  clock: Clock,
  around: (queue: DeliveryQueue) => DeliveryQueue = (queue) => queue,
): Stepward {
  const storage = createPostgresStorage({ pool });
  return createStepward({
    storage: { ...storage, queue: around(storage.queue) },
    smsSender: createRecordingSmsSender(),
    codeKeys: createKeyRing({ active: codeKey }),
    webhooks: { keys: createKeyRing({ active: webhookKey }), targets: loopbackTargets(clock) },
    clock,
  });
}
