import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, it } from 'vitest';
import { createOpenTelemetryMetrics } from './opentelemetry.js';

it('reports every measurement to instruments of the host’s meter, times in seconds', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const provider = new MeterProvider({ readers: [reader] });
  const metrics = createOpenTelemetryMetrics(provider.getMeter('test'));

  metrics.attempted({
    result: 'delivered',
    statusCode: 204,
    failure: null,
    durationMs: 250,
    lagMs: 40,
  });
  metrics.attempted({
    result: 'retried',
    statusCode: null,
    failure: 'timed_out',
    durationMs: 15_000,
    lagMs: 0,
  });
  metrics.claimed(7, 3);
  metrics.queueLag(60_000);
  await reader.forceFlush();

  const [exported] = exporter.getMetrics();
  const read = exported?.scopeMetrics.flatMap(({ metrics: all }) =>
    all.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      descriptor.unit,
      dataPoints.map(({ attributes, value }) => [
        attributes,
        typeof value === 'number' ? value : (value as { sum?: number }).sum,
      ]),
    ]),
  );
  await provider.shutdown();

  const delivered = { result: 'delivered', 'http.response.status_code': 204 };
  const retried = { result: 'retried', 'error.type': 'timed_out' };
  expect(read).toEqual([
    [
      'stepward.webhooks.attempts',
      '{attempt}',
      [
        [delivered, 1],
        [retried, 1],
      ],
    ],
    [
      'stepward.webhooks.attempt.duration',
      's',
      [
        [delivered, 0.25],
        [retried, 15],
      ],
    ],
    [
      'stepward.webhooks.attempt.lag',
      's',
      [
        [{ result: 'delivered' }, 0.04],
        [{ result: 'retried' }, 0],
      ],
    ],
    ['stepward.webhooks.claim.duration', 's', [[{}, 0.003]]],
    ['stepward.webhooks.claim.size', '{delivery}', [[{}, 7]]],
    ['stepward.webhooks.queue.lag', 's', [[{}, 60]]],
  ]);
});
