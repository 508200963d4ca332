import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createConnectionPools, type Connections } from './connection-pools.js';

const A = { tenantId: 'acme', origin: 'https://a.example' };
const B = { tenantId: 'acme', origin: 'https://b.example' };

/** Pools over connections that only count. */
function countingPools(maxOrigins = 2, close: () => Promise<void> = async () => undefined) {
  const clock = createFixedClock();
  const opened: string[] = [];
  const closed: string[] = [];
  const destroyed: string[] = [];
  const pools = createConnectionPools({
    clock,
    maxOrigins,
    open(origin, addresses): Connections {
      const name = `${origin} ${addresses.join(' ')}`;
      opened.push(name);
      const request = () => Promise.reject(new Error(name));
      return {
        request,
        close: () => (closed.push(name), close()),
        destroy: async () => void destroyed.push(name),
      };
    },
  });
  return { pools, clock, opened, closed, destroyed };
}

describe('connections to an origin', () => {
  it('are found for 60 seconds and closed after them', () => {
    const { pools, clock, closed } = countingPools();
    const opened = pools.open(A, ['8.8.8.8']);
    clock.advance(59_999);
    expect(pools.find(A)).toBe(opened);
    clock.advance(1);
    expect(pools.find(A)).toBeNull();
    expect(closed).toEqual([`${A.origin} 8.8.8.8`]);
  });

  it('live no longer for being used', () => {
    const { pools, clock } = countingPools();
    pools.open(A, ['8.8.8.8']);
    clock.advance(40_000);
    pools.open(A, ['8.8.8.8']);
    clock.advance(20_000);
    expect(pools.find(A)).toBeNull();
  });

  it('are shared where the addresses are the same in another order', () => {
    const { pools, opened } = countingPools();
    const first = pools.open(A, ['8.8.8.8', '1.1.1.1']);
    expect(pools.open(A, ['1.1.1.1', '8.8.8.8'])).toBe(first);
    expect(opened).toHaveLength(1);
  });

  it('are new where the addresses changed, and the old ones are closed', () => {
    const { pools, opened, closed } = countingPools();
    pools.open(A, ['8.8.8.8']);
    const changed = pools.open(A, ['1.1.1.1']);
    expect(pools.find(A)).toBe(changed);
    expect([opened.length, closed]).toEqual([2, [`${A.origin} 8.8.8.8`]]);
  });

  it('are not those of another name with the same address', () => {
    const { pools } = countingPools();
    expect(pools.open(A, ['8.8.8.8'])).not.toBe(pools.open(B, ['8.8.8.8']));
  });

  it('go when there are too many origins, the one used longest ago first', () => {
    const { pools, closed } = countingPools(2);
    pools.open(A, ['8.8.8.8']);
    pools.open(B, ['8.8.8.8']);
    pools.find(A);
    pools.open({ ...A, origin: 'https://c.example' }, ['8.8.8.8']);
    expect(closed).toEqual([`${B.origin} 8.8.8.8`]);
  });

  it('are not those of another tenant with the same origin', () => {
    const { pools } = countingPools();
    const ours = pools.open(A, ['8.8.8.8']);
    const theirs = pools.open({ ...A, tenantId: 'initech' }, ['8.8.8.8']);
    expect([theirs === ours, pools.find(A) === ours]).toEqual([false, true]);
  });

  it('go from the tenant that has the most, however lately it used them', () => {
    const { pools, closed } = countingPools(3);
    const quiet = pools.open({ ...A, tenantId: 'initech' }, ['8.8.8.8']);
    for (const name of ['a', 'b', 'c', 'd']) {
      pools.open({ ...A, origin: `https://${name}.example` }, ['8.8.8.8']);
    }
    expect(pools.find({ ...A, tenantId: 'initech' })).toBe(quiet);
    expect(closed).toEqual(['https://a.example 8.8.8.8', 'https://b.example 8.8.8.8']);
  });

  it('are forgotten when they are retired, once', () => {
    const { pools, closed } = countingPools();
    pools.open(A, ['8.8.8.8']);
    pools.retire(A);
    pools.retire(A);
    expect([pools.find(A), closed.length]).toEqual([null, 1]);
  });
});

describe('closing', () => {
  it('lets go of all at once, gives up what is left when it may, and opens no more', async () => {
    let settle: () => void = () => undefined;
    const settled = new Promise<void>((done) => (settle = done));
    const { pools, closed, destroyed } = countingPools(2, () => new Promise(() => undefined));
    pools.open(A, ['8.8.8.8']);
    pools.retire(A);
    pools.open(B, ['8.8.8.8']);

    const done = pools.close(settled);
    expect([closed.length, destroyed.length, pools.find(B)]).toEqual([2, 0, null]);
    settle();
    await done;
    expect(destroyed).toEqual([`${A.origin} 8.8.8.8`, `${B.origin} 8.8.8.8`]);
    expect(() => pools.open(A, ['8.8.8.8'])).toThrow('connection_failed');
  });

  it('survives connections that fail to close', async () => {
    const { pools } = countingPools(2, () => Promise.reject(new Error('destroyed')));
    pools.open(A, ['8.8.8.8']);
    await expect(pools.close(Promise.resolve())).resolves.toBeUndefined();
  });
});
