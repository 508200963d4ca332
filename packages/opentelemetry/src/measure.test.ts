import type { Tracer } from '@opentelemetry/api';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRecorder } from '../test/recorder.js';
import { createMeasure, type MeasureContext } from './measure.js';

const recorder = createRecorder();
beforeEach(() => recorder.clear());

const CALL = {
  span: 'test.call',
  attributes: { 'test.kind': 'one' },
  tenantId: 'acme',
  outcome: (result: string) => ({ 'test.result': result }),
};

function createTestMeasure(context: Partial<MeasureContext> = {}) {
  let time = 0;
  const now = (): number => (time += 250);
  const { tracer, meter } = recorder;
  return createMeasure(
    { tracer, meter, tenantInSpans: false, now, ...context },
    { metric: 'test.duration', description: 'A test' },
  );
}

describe('a measured call', () => {
  it('gives what the call gives, with its attributes and outcome on the span', async () => {
    expect(await createTestMeasure()(CALL, async () => 'done')).toBe('done');
    expect(recorder.spans()).toMatchObject([
      {
        name: 'test.call',
        attributes: { 'test.kind': 'one', 'test.result': 'done' },
        failed: false,
        kind: 0,
      },
    ]);
  });

  it('rejects with the very error of the call, of which only the type is reported', async () => {
    const error = new RangeError('nothing for +14155552671');
    const work = () => Promise.reject(error);
    await expect(createTestMeasure()(CALL, work)).rejects.toBe(error);
    expect(recorder.spans()).toMatchObject([
      { attributes: { 'test.kind': 'one', 'error.type': 'RangeError' }, failed: true, events: [] },
    ]);
  });

  it('reports a synchronous throw as a rejection', async () => {
    const work = () => {
      throw new SyntaxError('not asynchronous');
    };
    await expect(createTestMeasure()(CALL, work)).rejects.toThrow('not asynchronous');
    expect(recorder.spans()).toMatchObject([{ attributes: { 'error.type': 'SyntaxError' } }]);
  });

  it('is reported as failed if its result is not of its type', async () => {
    const outcome = (result: { status?: string }) => ({ length: result.status?.length ?? 0 });
    const work = async () => undefined as never;
    expect(await createTestMeasure()({ ...CALL, outcome }, work)).toBeUndefined();
    expect(recorder.spans()).toMatchObject([{ attributes: { 'error.type': 'TypeError' } }]);
  });

  it('is recorded in seconds, with the attributes of its span but the tenant', async () => {
    const measure = createTestMeasure({ tenantInSpans: true });
    await measure({ ...CALL, attributes: { 'test.kind': 'timed' } }, async () => 'done');
    expect(await recorder.metrics()).toContainEqual([
      'test.duration',
      's',
      { 'test.kind': 'timed', 'test.result': 'done' },
      0.25,
    ]);
  });

  it('names the tenant on its span only where that is wanted and known', async () => {
    const work = async () => 'done';
    await createTestMeasure()(CALL, work);
    const measure = createTestMeasure({ tenantInSpans: true });
    await measure(CALL, work);
    await measure({ ...CALL, tenantId: null }, work);
    const tenants = recorder.spans().map(({ attributes }) => attributes['stepward.tenant.id']);
    expect(tenants).toEqual([undefined, 'acme', undefined]);
  });

  it('is the parent of calls that are made within it', async () => {
    const measure = createTestMeasure();
    await measure(CALL, async () => {
      await Promise.resolve();
      return measure({ ...CALL, span: 'test.inner' }, async () => 'done');
    });
    expect(recorder.spans()).toMatchObject([
      { name: 'test.call', children: [{ name: 'test.inner', children: [] }] },
    ]);
  });
});

describe('telemetry that fails', () => {
  const broken = (): never => {
    throw new Error('telemetry is broken');
  };
  const beforeTheCall = { startActiveSpan: broken } as unknown as Tracer;
  const afterTheCall = {
    startActiveSpan: (_name: string, _options: object, work: (span: object) => unknown) =>
      work({ setAttributes: broken, setStatus: broken, end: broken }),
  } as unknown as Tracer;
  const instead = { startActiveSpan: () => Promise.reject(new Error('no')) } as unknown as Tracer;

  it.each([
    ['a tracer that throws before the call', { tracer: beforeTheCall }],
    ['a tracer that throws after the call', { tracer: afterTheCall }],
    ['a tracer that does not make the call', { tracer: instead }],
    ['a clock that throws', { now: broken }],
    [
      'a meter that throws',
      { meter: { createHistogram: () => ({ record: broken }) } } as unknown as MeasureContext,
    ],
  ])('changes neither the result nor the number of calls: %s', async (_, context) => {
    const measure = createTestMeasure(context);
    let calls = 0;
    const result = await measure(CALL, async () => {
      calls += 1;
      return 'done';
    });
    expect([result, calls]).toEqual(['done', 1]);
    await expect(measure(CALL, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });
});
