import { describe, expect, it } from 'vitest';
import { untilAborted } from './timers.js';

const reason = new Error('too late');

describe('until a signal aborts', () => {
  it('is what was started, however it ends', async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(signal, async () => 1)).toBe(1);
    await expect(untilAborted(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is the reason of the signal where that comes first', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(controller.signal, () => new Promise(() => undefined));
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('starts nothing where it has aborted', async () => {
    let isStarted = false;
    const start = async () => (isStarted = true);
    await expect(untilAborted(AbortSignal.abort(reason), start)).rejects.toBe(reason);
    expect(isStarted).toBe(false);
  });
});
