import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { LogEntry, Stepward } from '@stepward/core';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptsLines } from '../src/request/accepts-lines.js';
import { streamLines, type StreamEnds } from '../src/stream-lines.js';
import { jsonOf, toHttpRequest, type TestRequest } from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const LOGS: TestRequest = { method: 'GET', path: '/v1/customer/logs' };
const ACCEPT = { accept: ['application/x-ndjson'] };

let world: CustomerWorld;
let token: string;
beforeEach(async () => {
  world = await createCustomerWorld();
  token = await world.keyWith(['logs:read']);
});

/** More entries than a batch has. */
async function fillLog(count: number): Promise<void> {
  const actor = { type: 'system', id: 'test' } as const;
  for (let index = 0; index < count; index += 1) {
    const access = { actor, subject: `p-${String(index)}`, fields: ['x'], purpose: 'test' };
    await world.stepward.audit.recordPhiAccess({ tenantId: 'acme', ...access });
  }
}

async function streamOf(
  query = '',
  { api }: Pick<CustomerWorld, 'api'> = world,
): Promise<ReadableStream<Uint8Array>> {
  const response = await api.handle(toHttpRequest({ ...LOGS, query, token, headers: ACCEPT }));
  expect(response).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
  });
  return response!.body as ReadableStream<Uint8Array>;
}

async function linesOf(query = ''): Promise<readonly { readonly id: string }[]> {
  const lines = (await text(await streamOf(query))).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as { id: string });
}

async function refusalOf(request: Partial<TestRequest>): Promise<unknown> {
  const response = await world.call({ ...LOGS, token, headers: ACCEPT, ...request });
  return [response.status, jsonOf(response).errors];
}

describe('the logs as lines', () => {
  it('are all entries of the list, oldest first, and go on after any of them', async () => {
    await fillLog(450);
    const lines = await linesOf();
    const listed: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = jsonOf(await world.call({ ...LOGS, token, query }));
      listed.push(...page.data);
      cursor = page.pagination.next_cursor;
    }
    expect(lines.length).toBeGreaterThan(450);
    expect(lines.toReversed()).toEqual(listed);
    expect(await linesOf(`type=audit&after=${lines[200]!.id}`)).toEqual(lines.slice(201));
    expect(await linesOf(`after=${lines.at(-1)!.id}`)).toEqual([]);
  });

  it('are those of the authentication log where that is asked for', async () => {
    expect(await linesOf('type=authentication')).toEqual([]);
    await world.call({ ...LOGS, token: await world.keyWith(['events:read']) });
    await expect.poll(() => linesOf('type=authentication')).toHaveLength(1);
    const [line] = await linesOf('type=authentication');
    expect(line).toMatchObject({ type: 'access.refused', operation: 'listLogs', count: 1 });
    expect(await linesOf(`type=authentication&after=${line!.id}`)).toEqual([]);
  });

  it('are events of OCSF where that is asked for, with the ids to go on after', async () => {
    await fillLog(201);
    const lines = await linesOf();
    const events = (await linesOf('format=ocsf')) as readonly object[];
    expect(events).toMatchObject(
      lines.map(({ id }) => ({ metadata: { uid: id, tenant_uid: 'acme' } })),
    );
    expect(events.at(-1)).toMatchObject({
      class_uid: 3004,
      metadata: { event_code: 'phi.accessed' },
    });
  });

  it('cannot go on after an entry that the log of the tenant has not', async () => {
    const { audit } = world.stepward;
    const [theirs] = (await audit.list('hygieia')).items;
    const [ours] = (await audit.list('acme')).items;
    const gone = '01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b';
    const later = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    for (const query of [
      `after=${theirs!.id}`,
      `type=authentication&after=${ours!.id}`,
      `type=authentication&after=${later}`,
      `after=${gone}`,
      'after=%00',
    ]) {
      const errors = [expect.objectContaining({ field: 'after' })];
      expect(await refusalOf({ query }), query).toEqual([400, errors]);
    }
  });

  it('begin again at the oldest entry where the one to go on after was purged long ago', async () => {
    await world.call({ ...LOGS, token: await world.keyWith(['events:read']) });
    await expect.poll(() => linesOf('type=authentication')).toHaveLength(1);
    // Of October 2025, more than 90 days before the clock of the world.
    const purged = '0199a0e5-0000-7000-8000-000000000001';
    const lines = await linesOf('type=authentication');
    expect(await linesOf(`type=authentication&after=${purged}`)).toEqual(lines);
    expect(await refusalOf({ query: `after=${purged}` })).toMatchObject([400, [{}]]);
  });

  it.each([
    ['limit=5', 'limit'],
    ['cursor=x', 'cursor'],
    ['since=2026-01-01', 'since'],
    ['event_type=hipaa.enabled', 'event_type'],
    ['identity_id=ada', 'identity_id'],
    ['type=hipaa.enabled', 'type'],
    ['after=', 'after'],
    ['format=OCSF', 'format'],
    ['after=a&after=b', 'after'],
  ])('refuse %s', async (query, field) => {
    const errors = [expect.objectContaining({ field })];
    expect(await refusalOf({ query })).toEqual([400, errors]);
  });

  it('have parameters that a page has not', async () => {
    const page = await refusalOf({ query: 'after=x', headers: {} });
    expect(page).toMatchObject([400, [{ field: 'after', rule: 'unknown_parameter' }]]);
  });

  it('need the scope, and have no body for HEAD', async () => {
    const narrow = await world.keyWith(['events:read']);
    expect((await world.call({ ...LOGS, token: narrow, headers: ACCEPT })).status).toBe(403);
    const head = await world.call({ ...LOGS, method: 'HEAD', token, headers: ACCEPT });
    expect([head.status, head.body]).toEqual([200, null]);
    expect(head.headers['content-type']).toBe('application/x-ndjson');
  });
});

/** A world whose logs are what `read` gives. */
async function worldReading(read: Stepward['logs']['read']): Promise<CustomerWorld> {
  const { stepward, clock } = world;
  return {
    ...(await createCustomerWorld({ stepward: { ...stepward, logs: { read } }, clock })),
    clock,
  };
}

/** The ends of a stream, as the API gives them, and the errors that it reports. */
function endsOf(clock: FixedClock): StreamEnds & { readonly errors: readonly unknown[] } {
  const errors: unknown[] = [];
  const onError = (error: unknown): unknown => errors.push(error);
  return { deadline: clock.timeout(300_000), cutoff: clock.timeout(360_000), onError, errors };
}

/** A log whose read ends when it is told to. */
function slowLog(): {
  readonly batches: AsyncIterable<readonly object[]>;
  readonly isReading: Promise<unknown>;
  readonly finish: () => void;
} {
  const events = new EventEmitter();
  async function* read(): AsyncGenerator<readonly object[]> {
    events.emit('reading');
    await once(events, 'finish');
    yield [{ id: '1' }];
  }
  return {
    batches: read(),
    isReading: once(events, 'reading'),
    finish: () => void events.emit('finish'),
  };
}

/** A stream during its first read of the log. */
async function duringRead() {
  const clock = createFixedClock();
  const ends = endsOf(clock);
  const { batches, isReading, finish } = slowLog();
  const reader = streamLines(batches, ends).getReader();
  const read = reader.read();
  await isReading;
  return { clock, ends, reader, read, finish };
}

describe('a stream of lines', () => {
  const entry = async (): Promise<LogEntry> => (await world.stepward.audit.list('acme')).items[0]!;

  it('reads a batch when it is asked for, and none once its reader is gone', async () => {
    const one = await entry();
    let reads = 0;
    const endless = await worldReading(async () => {
      reads += 1;
      return [one];
    });
    const reader = (await streamOf('', endless)).getReader();
    expect(reads).toBe(1);
    await reader.read();
    expect(reads).toBe(1);
    await reader.read();
    expect(reads).toBe(2);
    await reader.cancel();
    await setImmediate();
    expect(reads).toBe(2);
  });

  it('ends with an error, which is logged, where reading fails', async () => {
    const one = await entry();
    const failing = await worldReading(async (_, { after }) => {
      if (after === one.id) throw new Error('the disk is gone');
      return [one];
    });
    await expect(text(await streamOf('', failing))).rejects.toThrow('the disk is gone');
    expect(failing.log).toContainEqual(
      expect.objectContaining({ message: 'a stream broke off', level: 'error' }),
    );
  });

  it('ends after five minutes, though there is more', async () => {
    const one = await entry();
    const endless = await worldReading(async () => [one]);
    const reader = (await streamOf('', endless)).getReader();
    endless.clock.advance(299_999);
    expect((await reader.read()).done).toBe(false);
    endless.clock.advance(1);
    expect((await reader.read()).done).toBe(true);
  });

  it('ends reading after five minutes, though nobody takes it', async () => {
    const clock = createFixedClock();
    let isEnded = false;
    async function* endless(): AsyncGenerator<readonly object[]> {
      try {
        for (;;) yield [{ id: '1' }];
      } finally {
        isEnded = true;
      }
    }
    const ends = endsOf(clock);
    const reader = streamLines(endless(), ends).getReader();
    await reader.read();
    clock.advance(299_999);
    await setImmediate();
    expect(isEnded).toBe(false);
    clock.advance(1);
    await setImmediate();
    expect(isEnded).toBe(true);
    clock.advance(59_999);
    expect([await reader.read(), ends.errors]).toEqual([{ done: true, value: undefined }, []]);
  });

  it('breaks off a minute after that, where its end is not taken', async () => {
    const clock = createFixedClock();
    async function* endless(): AsyncGenerator<readonly object[]> {
      for (;;) yield [{ id: '1' }];
    }
    const ends = endsOf(clock);
    const reader = streamLines(endless(), ends).getReader();
    await reader.read();
    clock.advance(360_000);
    await expect(reader.closed).rejects.toThrow('the stream was not read to its end in time');
    expect(ends.errors).toEqual([]);
  });

  it('breaks off then also during a read of the log', async () => {
    const { clock, ends, read, finish } = await duringRead();
    clock.advance(360_000);
    await expect(read).rejects.toThrow('the stream was not read to its end in time');
    finish();
    await setImmediate();
    expect(ends.errors).toEqual([]);
  });

  it('reports no error where its reader leaves during a read of the log', async () => {
    const { ends, reader, read, finish } = await duringRead();
    const left = reader.cancel();
    finish();
    await left;
    expect([await read, ends.errors]).toEqual([{ done: true, value: undefined }, []]);
  });

  it('ends where the five minutes are over during a read of the log', async () => {
    const { clock, ends, read, finish } = await duringRead();
    clock.advance(300_000);
    finish();
    expect([await read, ends.errors]).toEqual([{ done: true, value: undefined }, []]);
  });

  it('has nothing where the five minutes are over before it begins', async () => {
    async function* endless(): AsyncGenerator<readonly object[]> {
      for (;;) yield [{ id: '1' }];
    }
    const ends = { ...endsOf(createFixedClock()), deadline: AbortSignal.abort() };
    expect([await text(streamLines(endless(), ends)), ends.errors]).toEqual(['', []]);
  });

  it('is not touched after its end', async () => {
    const clock = createFixedClock();
    async function* empty(): AsyncGenerator<readonly object[]> {}
    const ends = endsOf(clock);
    expect(await text(streamLines(empty(), ends))).toBe('');
    clock.advance(360_000);
    await setImmediate();
    expect(ends.errors).toEqual([]);
  });
});

it.each<[string | undefined, boolean]>([
  [undefined, false],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  ['text/html, application/xhtml+xml', false],
  ['application/x-ndjson', true],
  ['Application/X-NDJSON ; q=0.5', true],
  ['application/x-ndjson, */*;q=0.1', true],
  ['application/json, application/x-ndjson', true],
  ['application/json;q=0.9, application/x-ndjson;q=0.8', false],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson;q=x', false],
])('Accept: %s asks for lines: %s', (accept, expected) => {
  expect(acceptsLines(accept === undefined ? {} : { accept: [accept] })).toBe(expected);
});
