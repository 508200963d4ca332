import { describe, expect, it } from 'vitest';
import { createWorkerWorld, turns } from '../test/worker-world.js';

describe('the delivery worker', () => {
  it('makes due attempts side by side and records each when its answer is there', async () => {
    const { subscribe, emit, worker, sent, ids } = createWorkerWorld();
    await subscribe();
    const { start, measured } = worker();
    start();
    await emit(['a', 'b']);
    await turns();
    expect(ids().toSorted()).toEqual(['a', 'b']);
    sent[1]?.answer();
    await turns();
    expect(measured).toHaveLength(1);
    sent[0]?.answer();
    await turns();
    expect(measured).toHaveLength(2);
  });
});
