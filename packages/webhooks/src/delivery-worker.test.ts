import { createFixedClock } from '@stepward/testing';
import type { OutboxService, WebhookOutcome } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { createWorkerWorld, TIMED_OUT, turns } from '../test/worker-world.js';
import { createDeliveryWorker } from './delivery-worker.js';

const GONE: WebhookOutcome = { type: 'answered', status: 410, retryAfter: null, body: '' };

describe('the delivery worker', () => {
  it('makes due attempts side by side and records each when its answer is there', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { start, measured } = worker();
    start();
    await emit(['a', 'b']);
    await turns();
    expect(ids()).toEqual(['a', 'b']);
    sent[1]?.answer();
    await turns();
    expect(measured).toHaveLength(1);
    sent[0]?.answer();
    await turns();
    expect(measured).toHaveLength(2);
  });
});
