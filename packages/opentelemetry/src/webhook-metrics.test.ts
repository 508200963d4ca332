import { expect, it } from 'vitest';
import { createRecorder } from '../test/recorder.js';
import { webhookMetrics } from './webhook-metrics.js';

it('reports every measurement of a worker, times in seconds', async () => {
  const recorder = createRecorder();
  let now = 1_000;
  const metrics = webhookMetrics(recorder.meter, () => now);
  metrics.attempted({
    result: 'delivered',
    statusCode: 204,
    failure: null,
    durationMs: 250,
    lagMs: 40,
    handler: null,
  });
  metrics.attempted({
    result: 'retried',
    statusCode: null,
    failure: 'timed_out',
    durationMs: 15_000,
    lagMs: 0,
    handler: 'mail',
  });
  metrics.started(7, 3);
  metrics.queueLag(60_000);
  metrics.queueCounts({
    ...{ events: 5, deliveries: 40, lateTenants: 2 },
    ...{ disabledSubscribers: 3, pausedSubscribers: 1 },
  });
  metrics.published({ sink: 'nats', events: 40, failure: null, durationMs: 80 });
  metrics.published({ sink: 'nats', events: 3, failure: 'timed_out', durationMs: 15_000 });
  metrics.sinkLag('nats', 2_500);
  metrics.lost(3);
  metrics.held(61);
  now += 12_000;

  const delivered = { 'stepward.webhooks.result': 'delivered', 'http.response.status_code': 204 };
  const retried = {
    'stepward.webhooks.result': 'retried',
    'error.type': 'timed_out',
    'stepward.handler': 'mail',
  };
  const nats = { 'stepward.sink.name': 'nats' };
  const late = { ...nats, 'error.type': 'timed_out' };
  expect(await recorder.metrics()).toEqual([
    ['stepward.webhooks.attempts', '{attempt}', delivered, 1],
    ['stepward.webhooks.attempts', '{attempt}', retried, 1],
    ['stepward.webhooks.attempt.duration', 's', delivered, 0.25],
    ['stepward.webhooks.attempt.duration', 's', retried, 15],
    ['stepward.webhooks.attempt.lag', 's', { 'stepward.webhooks.result': 'delivered' }, 0.04],
    ['stepward.webhooks.attempt.lag', 's', { 'stepward.webhooks.result': 'retried' }, 0],
    ['stepward.webhooks.start.duration', 's', {}, 0.003],
    ['stepward.webhooks.start.size', '{delivery}', {}, 7],
    ['stepward.webhooks.queue.lag', 's', {}, 60],
    ['stepward.webhooks.shards.lost', '{shard}', {}, 3],
    ['stepward.webhooks.queue.events', '{event}', {}, 5],
    ['stepward.webhooks.queue.deliveries', '{delivery}', {}, 40],
    ['stepward.webhooks.queue.late_tenants', '{tenant}', {}, 2],
    ['stepward.webhooks.subscribers.disabled', '{subscriber}', {}, 3],
    ['stepward.webhooks.subscribers.paused', '{subscriber}', {}, 1],
    ['stepward.webhooks.shards.owned', '{shard}', {}, 61],
    ['stepward.webhooks.lease.age', 's', {}, 12],
    ['stepward.sink.events', '{event}', nats, 40],
    ['stepward.sink.events', '{event}', late, 3],
    ['stepward.sink.publish.duration', 's', nats, 0.08],
    ['stepward.sink.publish.duration', 's', late, 15],
    ['stepward.sink.lag', 's', nats, 2.5],
  ]);
  metrics.held(null);
  metrics.queueLag(60_000);
  metrics.sinkLag('nats', 2_500);
  const untilStopped = /owned|lease|late_tenants|paused|queue\.lag|sink\.lag/;
  expect((await recorder.metrics()).filter(([name]) => untilStopped.test(name))).toEqual([
    ['stepward.webhooks.queue.lag', 's', {}, 0],
    ['stepward.webhooks.queue.late_tenants', '{tenant}', {}, 0],
    ['stepward.webhooks.subscribers.paused', '{subscriber}', {}, 0],
    ['stepward.webhooks.shards.owned', '{shard}', {}, 0],
    ['stepward.webhooks.lease.age', 's', {}, 0],
    ['stepward.sink.lag', 's', nats, 0],
  ]);
});
