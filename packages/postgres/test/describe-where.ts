import { describe, it } from 'vitest';

/**
 * Defines tests if what they need is there, and one skipped test of that name otherwise. Vitest runs the function of a
 * `describe` that it skips, which would start a server whose binaries are missing.
 */
export function describeWhere(
  isThere: boolean,
  name: string,
  define: () => Promise<void> | void,
): void {
  if (isThere) describe(name, define);
  else it.skip(name);
}
