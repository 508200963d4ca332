import type { Meter } from '@opentelemetry/api';
import type { WebhookMetrics } from './webhook-metrics.js';

/**
 * Metrics as OpenTelemetry instruments, made with the host's own meter. Times are in seconds, as the
 * semantic conventions have them.
 *
 * `stepward.webhooks.attempts`: counter, by `result`, `http.response.status_code` and `error.type`.
 * `stepward.webhooks.attempt.duration`, `stepward.webhooks.attempt.lag`,
 * `stepward.webhooks.claim.duration`: histograms. `stepward.webhooks.claim.size`: histogram of
 * deliveries. `stepward.webhooks.queue.lag`: gauge.
 */
export function createOpenTelemetryMetrics(meter: Meter): WebhookMetrics {
  const attempts = meter.createCounter('stepward.webhooks.attempts', {
    description: 'Attempts to deliver an event',
    unit: '{attempt}',
  });
  const duration = meter.createHistogram('stepward.webhooks.attempt.duration', {
    description: 'From the claim of a delivery to its answer',
    unit: 's',
  });
  const lag = meter.createHistogram('stepward.webhooks.attempt.lag', {
    description: 'From when an attempt is due to its beginning',
    unit: 's',
  });
  const claimDuration = meter.createHistogram('stepward.webhooks.claim.duration', {
    description: 'Time of one claim from the queue',
    unit: 's',
  });
  const claimSize = meter.createHistogram('stepward.webhooks.claim.size', {
    description: 'Deliveries taken by one claim',
    unit: '{delivery}',
  });
  const queueLag = meter.createGauge('stepward.webhooks.queue.lag', {
    description: 'How long the longest waiting delivery has been due',
    unit: 's',
  });

  return {
    attempted({ result, statusCode, failure, durationMs, lagMs }) {
      const attributes = {
        result,
        ...(statusCode !== null && { 'http.response.status_code': statusCode }),
        ...(failure !== null && { 'error.type': failure }),
      };
      attempts.add(1, attributes);
      duration.record(durationMs / 1_000, attributes);
      lag.record(lagMs / 1_000, { result });
    },
    claimed(count, durationMs) {
      claimDuration.record(durationMs / 1_000);
      claimSize.record(count);
    },
    queueLag: (lagMs) => queueLag.record(lagMs / 1_000),
  };
}
