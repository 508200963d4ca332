import { expect, it } from 'vitest';
import { systemCaller } from '../access/caller.js';
import { caller, createServiceHost, type ServiceHost } from '../../test/service-host.js';
import { days } from '../shared/duration.js';
import { uuidv7 } from '../shared/uuid.js';
import type { LogRequest } from './log-reader-service.js';

async function read({ logs }: ServiceHost, after: string | null) {
  return logs.read('acme', { log: 'authentication', after });
}

/** Two entries, the second one 100 days after the first. */
async function writeTwo(host: ServiceHost): Promise<readonly string[]> {
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  host.clock.advance(days(100));
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  return ((await read(host, null)) ?? []).map(({ id }) => id);
}

it('a reader goes on after an old entry that the log still has', async () => {
  const host = await createServiceHost();
  (await host.tenants.setHipaa(systemCaller('acme'), true, 'a covered entity'))._unsafeUnwrap();
  const [first = '', second] = await writeTwo(host);
  expect((await read(host, first))?.map(({ id }) => id)).toEqual([second]);
});

it('a reader begins again after an old entry that is gone, and not after a recent one', async () => {
  const host = await createServiceHost();
  const all = await writeTwo(host);
  const unknown = (daysAgo: number): string =>
    uuidv7(new Date(host.clock.now().getTime() - days(daysAgo)), Buffer.alloc(10));
  expect((await read(host, unknown(90)))?.map(({ id }) => id)).toEqual(all);
  expect(await read(host, unknown(88))).toBeNull();
});

it.each<[string, unknown]>([
  ['request.log must be audit or authentication', { log: 'access' }],
  ['request.log must be audit or authentication', {}],
  ['request.after must be the id of an entry, or null', { log: 'audit', after: 7 }],
  ...[0, 1.5, 1_001].map((limit): [string, unknown] => [
    'request.limit must be a whole number from 1 to 1,000',
    { log: 'audit', limit },
  ]),
])('%s, not as in %j', async (problem, request) => {
  const { logs } = await createServiceHost();
  await expect(logs.read('acme', request as LogRequest)).rejects.toThrow(`logs.read: ${problem}`);
});

it.each([1, 1_000])('%i entries may be read at once', async (limit) => {
  const { logs } = await createServiceHost();
  expect(await logs.read('acme', { log: 'authentication', limit })).toEqual([]);
});
