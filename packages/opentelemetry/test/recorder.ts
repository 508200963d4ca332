import {
  context,
  SpanStatusCode,
  type Meter,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { afterAll } from 'vitest';

/** A span as tests compare it. */
export interface RecordedSpan {
  readonly name: string;
  readonly attributes: ReadableSpan['attributes'];
  /** Whether its status is an error. */
  readonly failed: boolean;
  readonly kind: SpanKind;
  readonly events: readonly unknown[];
  readonly children: readonly RecordedSpan[];
}

/** One measured value: the instrument, its unit, the attributes, and the sum or the last value. */
export type RecordedMetric = readonly [
  name: string,
  unit: string,
  attributes: object,
  value: number | undefined,
];

/** A tracer and a meter that keep in memory what is reported. */
export interface Recorder {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** The ended spans as trees, siblings in the order of their ends. */
  spans(): readonly RecordedSpan[];
  metrics(): Promise<readonly RecordedMetric[]>;
  /** Forgets the spans. */
  clear(): void;
}

/** Makes a recorder, and registers a context manager until the test file is over. */
export function createRecorder(): Recorder {
  const spans = new InMemorySpanExporter();
  const traces = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metrics,
    exportIntervalMillis: 2 ** 30,
  });
  const meters = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  afterAll(async () => {
    context.disable();
    await Promise.all([traces.shutdown(), meters.shutdown()]);
  });

  return {
    tracer: traces.getTracer('test'),
    meter: meters.getMeter('test'),
    spans: () => treesOf(spans.getFinishedSpans()),
    async metrics() {
      await reader.forceFlush();
      const exported = metrics.getMetrics().at(-1)?.scopeMetrics ?? [];
      return exported.flatMap((scope) =>
        scope.metrics.flatMap(({ descriptor: { name, unit }, dataPoints }) =>
          dataPoints.map(
            ({ attributes, value }) => [name, unit, attributes, sumOf(value)] as const,
          ),
        ),
      );
    },
    clear: () => spans.reset(),
  };
}

function sumOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : (value as { readonly sum?: number }).sum;
}

function treesOf(spans: readonly ReadableSpan[]): readonly RecordedSpan[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const childrenOf = (parent: string | undefined): readonly RecordedSpan[] =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent).map(recorded);
  const recorded = (span: ReadableSpan): RecordedSpan => ({
    name: span.name,
    attributes: span.attributes,
    failed: span.status.code === SpanStatusCode.ERROR,
    kind: span.kind,
    events: span.events,
    children: childrenOf(span.spanContext().spanId),
  });
  const orphans = spans.filter(
    ({ parentSpanContext }) => parentSpanContext && !ids.has(parentSpanContext.spanId),
  );
  if (orphans.length > 0) throw new Error(`the parent of ${orphans[0]?.name ?? ''} did not end`);
  return childrenOf(undefined);
}
