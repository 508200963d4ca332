import type { Meter } from '@opentelemetry/api';
import type { RequestLimitMetrics } from '@stepward/http';
import { IN_SECONDS } from './measure.js';

/** The metrics of the store of the request limits as an instrument of the meter. */
export function requestLimitMetrics(meter: Meter): RequestLimitMetrics {
  const duration = meter.createHistogram('stepward.request_limits.count.duration', {
    description:
      'Time until a remote store had counted a request, with error.type where it did not',
    unit: 's',
    advice: IN_SECONDS,
  });
  return {
    counted: ({ durationMs, failure }) =>
      duration.record(durationMs / 1_000, failure === null ? {} : { 'error.type': failure }),
  };
}
