import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Milliseconds of processor time that Postgres has used so far; null where it cannot be read. */
export type PostgresCpu = () => number | null;

/** What /proc counts in: USER_HZ, a hundred a second on every Linux. */
const TICK_MS = 10;

/**
 * Sums what the postmaster, its processes and those that have ended have used, from `/proc`. Only on Linux, and where
 * Postgres runs on this machine.
 */
export async function postgresCpuOf(pool: Pool): Promise<PostgresCpu> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = readProcess(rows[0]?.pid ?? 0);
  if (backend?.name !== 'postgres') return () => null;
  return () => {
    const ended = readProcess(backend.parent)?.endedTicks ?? 0;
    const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
    const ticks = all.map((pid) => {
      const found = readProcess(Number(pid));
      return found?.parent === backend.parent || Number(pid) === backend.parent
        ? (found?.ticks ?? 0)
        : 0;
    });
    return ticks.reduce((sum, own) => sum + own, ended) * TICK_MS;
  };
}

interface Process {
  readonly name: string;
  readonly parent: number;
  readonly ticks: number;
  /** Of children that have ended. */
  readonly endedTicks: number;
}

/** Fields 2, 4 and 14 to 17 of `/proc/<pid>/stat` (proc(5)); null where there is no such process. */
function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number): number => Number(fields[first]) + Number(fields[first + 1]);
    return { name, parent: Number(fields[1]), ticks: ticks(11), endedTicks: ticks(13) };
  } catch {
    return null;
  }
}
