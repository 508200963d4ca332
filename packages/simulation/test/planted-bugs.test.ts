import { describe, expect, it } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.js';
import { runBundle } from './run-bundle.js';

/** Seeds until each is found, at most. */
const SEEDS = 60;

describe('a bug that is planted is found', () => {
  it.each(PLANTED_BUGS)('$name', async (bug) => {
    const args = ['--world', bug.world, '--seeds', String(SEEDS)];
    const [run] = await runBundle(bug, [args]);
    expect(run?.exitCode, run?.text).toBe(1);
    expect(run?.text).toContain('broken: ');
  });
});
