import { existsSync, readFileSync } from 'node:fs';

const TABLE = '/proc/sysvipc/shm';

/** The ids of all System V shared memory of the machine; none on a system without `/proc`. */
export function sharedMemory(): number[] {
  if (!existsSync(TABLE)) return [];
  const [, ...segments] = readFileSync(TABLE, 'utf8').trim().split('\n');
  return segments.map((segment) => Number(segment.trim().split(/\s+/)[1]));
}
