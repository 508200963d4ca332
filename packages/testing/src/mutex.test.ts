import { expect, it } from 'vitest';
import { createMutex } from './mutex.js';

it('tasks run one at a time in the order of asking, and a failed one stops no other', async () => {
  const mutex = createMutex();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };

  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => mutex.run(task(name))));

  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
