import { expect, it } from 'vitest';
import { isStorageBusy } from '../../shared/storage/storage-errors.js';
import { stretchInTurn } from './stretch-in-turn.js';

const SALT = new Uint8Array(1);

/** Stretches that end when the test says so. `begun` has those that were begun, oldest first. */
function manualStretch() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const stretchFor = stretchInTurn(async (secret) => {
    begun.push(secret);
    await new Promise<void>((resolve) => ends.set(secret, resolve));
    return SALT;
  });
  const end = async (secret: string): Promise<void> => {
    ends.get(secret)!();
    await new Promise(setImmediate);
  };
  return { begun, end, stretchFor };
}

it('the codes of a tenant are stretched one at a time, in the order of the calls', async () => {
  const { begun, end, stretchFor } = manualStretch();
  const stretching = ['a1', 'a2', 'a3'].map((code) => stretchFor('acme')(code, SALT));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  await end('a3');
  await Promise.all(stretching);
});

it('two are stretched at once, and a tenant with many waiting takes no more than its turn', async () => {
  const { begun, end, stretchFor } = manualStretch();
  const stretching = ['a1', 'a2', 'a3'].map((code) => stretchFor('acme')(code, SALT));
  stretching.push(stretchFor('globex')('g1', SALT), stretchFor('initech')('i1', SALT));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'g1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'g1', 'i1']);
  for (const code of ['g1', 'i1', 'a2', 'a3']) await end(code);
  await Promise.all(stretching);
  expect(begun).toEqual(['a1', 'g1', 'i1', 'a2', 'a3']);
});

// standard: asvs/15.2.2
it('the 22nd code of a tenant is refused, and those of others are not', async () => {
  const { begun, end, stretchFor } = manualStretch();
  const codes = Array.from({ length: 22 }, (_, index) => `a${String(index)}`);
  const settled = Promise.allSettled(codes.map((code) => stretchFor('acme')(code, SALT)));
  const other = stretchFor('globex')('g1', SALT);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a0', 'g1']);
  for (const code of ['g1', ...codes.slice(0, -1)]) await end(code);
  await other;
  const refused = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.map(isStorageBusy)).toEqual([true]);
});

it('a stretch that fails gives its turn to the next', async () => {
  const stretchFor = stretchInTurn(async (secret) => {
    if (secret === 'bad') throw new Error('no memory');
    return SALT;
  });
  await expect(stretchFor('acme')('bad', SALT)).rejects.toThrow('no memory');
  expect(await stretchFor('acme')('good', SALT)).toBe(SALT);
});
