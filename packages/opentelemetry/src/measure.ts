import type { Attributes, Meter, SpanKind, SpanStatusCode, Tracer } from '@opentelemetry/api';
import { errorType } from './error-type.js';

/** One call that is measured. */
export interface MeasuredCall<T> {
  /** The name of the span; of low cardinality. */
  readonly span: string;
  /** The attributes known before the call, for its span and its metric. */
  readonly attributes: Attributes;
  /** The tenant of the call, for the span only; null if unknown. */
  readonly tenantId: string | null;
  /** The attributes that the result adds. `error.type` among them marks the span as failed. */
  readonly outcome: (result: T) => Attributes;
}

/**
 * Makes a call within its own span, and returns the call's result unchanged. The call is made once, and errors of the
 * tracer and the meter are dropped.
 */
export type Measure = <T>(call: MeasuredCall<T>, work: () => Promise<T>) => Promise<T>;

/** Calls of one kind, and the histogram of their durations in seconds. */
export interface MeasuredKind {
  readonly metric: string;
  readonly description: string;
  /** Whether the calls leave the process; false. */
  readonly isClient?: boolean;
}

/** Where and how calls are reported. */
export interface MeasureContext {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Whether spans carry `stepward.tenant.id`. */
  readonly tenantInSpans: boolean;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export function createMeasure(
  { tracer, meter, tenantInSpans, now }: MeasureContext,
  { metric, description, isClient = false }: MeasuredKind,
): Measure {
  const duration = meter.createHistogram(metric, { description, unit: 's', advice: IN_SECONDS });
  const kind = isClient ? CLIENT : INTERNAL;

  async function report<T>(call: MeasuredCall<T>, start: () => Promise<T>): Promise<void> {
    const { tenantId } = call;
    const tenant = tenantInSpans && tenantId !== null ? { 'stepward.tenant.id': tenantId } : {};
    const attributes = { ...call.attributes, ...tenant };
    const startedAt = now();
    await tracer.startActiveSpan(call.span, { kind, attributes }, (span) => {
      const end = (outcome: Attributes): void => {
        span.setAttributes(outcome);
        if ('error.type' in outcome) span.setStatus({ code: ERROR });
        span.end();
        duration.record((now() - startedAt) / 1_000, { ...call.attributes, ...outcome });
      };
      // Attached before the caller's own, so the span has ended when the caller has its result.
      return start().then(
        (result) => end(outcomeOf(call, result)),
        (thrown: unknown) => end(failed(thrown)),
      );
    });
  }

  return (call, work) => {
    let result: ReturnType<typeof work> | undefined;
    const start = () => (result ??= settle(work));
    report(call, start).catch(() => undefined);
    return start();
  };
}

/** The promise of the work itself; a synchronous throw becomes a rejection. */
function settle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (thrown) {
    return rejected(thrown);
  }
}

async function rejected(thrown: unknown): Promise<never> {
  throw thrown;
}

/** A host's port may return a value that its type forbids. */
function outcomeOf<T>(call: MeasuredCall<T>, result: T): Attributes {
  try {
    return call.outcome(result);
  } catch (thrown) {
    return failed(thrown);
  }
}

function failed(thrown: unknown): Attributes {
  return { 'error.type': errorType(thrown) };
}

/** Bounds of the buckets in seconds; OpenTelemetry's own are for milliseconds. */
export const IN_SECONDS = {
  explicitBucketBoundaries: [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ],
};

// The module of these enumerations is not loaded: its types alone are imported.
const INTERNAL: SpanKind.INTERNAL = 0;
const CLIENT: SpanKind.CLIENT = 2;
const ERROR: SpanStatusCode.ERROR = 2;
