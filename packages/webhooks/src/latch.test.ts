import { describe, expect, it } from 'vitest';
import { createLatch } from './latch.js';

describe('a latch', () => {
  it('lets the wait go on that it was opened in', async () => {
    const latch = createLatch();
    const waiting = latch.wait();
    latch.open();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('lets the next wait go on where it was opened before, and no wait after that', async () => {
    const latch = createLatch();
    latch.open();
    latch.open();
    await latch.wait();
    const seen: string[] = [];
    const second = latch.wait().then(() => seen.push('second wait over'));
    await Promise.resolve();
    seen.push('opened again');
    latch.open();
    await second;
    expect(seen).toEqual(['opened again', 'second wait over']);
  });

  it('lets a wait go on when its signal aborts, and is shut from then on', async () => {
    const latch = createLatch();
    const controller = new AbortController();
    const waiting = latch.wait(controller.signal);
    controller.abort();
    await waiting;
    await latch.wait(AbortSignal.abort());
    let isOver = false;
    const next = latch.wait().then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    latch.open();
    await next;
  });
});
